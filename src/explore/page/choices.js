// The ways to go on, as buttons that say what each would do and where it would lead. The one that has the focus shows
// where its thread stands in the source.

class ChoiceList {
  constructor(take, look) {
    this.take = take;
    this.look = look;
    this.list = document.getElementById('choices');
    this.title = document.getElementById('ahead-title');
    this.list.addEventListener('focusin', (event) => {
      const button = event.target.closest('button');
      if (button) this.look(this.shown[Number(button.dataset.index)]);
    });
  }

  show(reply, indexOf) {
    this.shown = reply.choices.list;
    const count = reply.choices.count;
    this.title.textContent = count === 0 ? 'The end' : count === 1 ? 'One choice' : count + ' choices';
    if (count === 0) {
      this.list.replaceChildren(element('p', {class: reply.standing === 'violated' ? 'failing' : 'muted'}, reply.text || 'Nothing can go on.'));
      return;
    }
    const items = this.shown.map((choice, index) => element('li', {}, this.button(choice, index, indexOf(choice.thread))));
    if (count > this.shown.length) items.push(element('li', {class: 'muted'}, 'and ' + (count - this.shown.length) + ' more, by their numbers in the path'));
    this.list.replaceChildren(...items);
  }

  button(choice, index, thread) {
    const made = element('button', {type: 'button', class: threadClass(thread), 'data-index': index, 'data-number': choice.number},
      element('kbd', {}, index < 9 ? String(index + 1) : '·'),
      element('span', {class: 'who'}, choice.thread),
      element('code', {title: choice.source}, choice.source || '…'),
      element('span', {class: 'where'}, placeText(choice.place)),
      this.does(choice), this.ends(choice));
    made.addEventListener('click', () => this.take(choice.number));
    return made;
  }

  does(choice) {
    if (!choice.effects) return element('span', {class: 'does none'}, 'not looked at');
    const more = choice.effectCount - choice.effects.length;
    const text = choice.effects.join('; ') + (more > 0 ? '; and ' + more + ' more' : '');
    return element('span', {class: text ? 'does' : 'does none'}, text || 'nothing that others could see');
  }

  ends(choice) {
    if (!choice.effects) return null;
    if (choice.standing !== 'open') return element('span', {class: choice.standing === 'violated' ? 'ends failing' : 'ends'}, choice.text);
    return element('span', {class: 'ends'}, 'to state ' + choice.state + (choice.visited ? ', seen before' : ''));
  }

  buttons() { return [...this.list.querySelectorAll('button')]; }

  focused() { return this.buttons().indexOf(document.activeElement); }

  // Moves the focus among the choices.
  move(direction) {
    const all = this.buttons();
    if (all.length === 0) return;
    const at = this.focused();
    all[at < 0 ? (direction > 0 ? 0 : all.length - 1) : (at + direction + all.length) % all.length].focus();
  }
}

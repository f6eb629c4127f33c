// Variables as a tree whose parts are asked for when somebody opens them. What is open stays open from state to state, and
// what has changed since the state before is marked, with the old value.

const partsAtOnce = 100;

class VariableTree {
  constructor(ask) {
    this.ask = ask;
    this.open = new Set();
    this.values = new Map();
    this.before = new Map();
  }

  // A new state is shown; `isStep` if it is worth comparing with the one before.
  begin(generation, isStep) {
    this.generation = generation;
    this.before = isStep ? this.values : new Map();
    this.values = new Map();
  }

  fill(list, key, told, nothing) {
    const items = told.variables.map((variable) => this.item(variable, key + '/' + variable.name));
    const more = told.count - told.variables.length;
    if (more > 0) items.push(element('li', {class: 'muted'}, 'and ' + more + ' more'));
    if (told.count === 0) items.push(element('li', {class: 'muted'}, nothing));
    list.replaceChildren(...items);
  }

  item(variable, key) {
    const old = this.before.get(key);
    const isChanged = old !== undefined && old !== variable.value;
    this.values.set(key, variable.value);
    const value = element('span', {class: 'value'}, isChanged && !variable.parts ? element('span', {class: 'old'}, old + ' → ') : null, variable.value);
    const name = element('span', {class: 'name', title: variable.type}, variable.name);
    const row = element('div', {class: isChanged ? 'row changed' : 'row'});
    const item = element('li', {}, row);
    if (!variable.parts) {
      row.append(element('span', {class: 'leaf'}), name, value);
      return item;
    }
    const twist = element('button', {type: 'button', class: 'twist', 'aria-expanded': 'false', 'aria-label': 'Parts of ' + variable.name}, '▸');
    twist.addEventListener('click', () => this.toggle(item, twist, variable, key));
    row.append(twist, name, value);
    if (this.open.has(key)) this.unfold(item, twist, variable, key);
    return item;
  }

  toggle(item, twist, variable, key) {
    if (this.open.has(key)) {
      this.open.delete(key);
      twist.setAttribute('aria-expanded', 'false');
      item.querySelector('ul')?.remove();
    } else {
      this.open.add(key);
      this.unfold(item, twist, variable, key);
    }
  }

  async unfold(item, twist, variable, key) {
    twist.setAttribute('aria-expanded', 'true');
    const list = element('ul', {class: 'tree'});
    item.append(list);
    await this.more(list, variable, key);
  }

  async more(list, variable, key) {
    const first = list.children.length;
    const reply = await this.ask('parts', {generation: this.generation, id: variable.id, first, count: partsAtOnce});
    if (!reply) return;
    list.append(...reply.parts.map((part) => this.item(part, key + '/' + part.name)));
    if (list.children.length >= reply.count || reply.parts.length === 0) return;
    const more = element('button', {type: 'button'}, 'more of ' + reply.count);
    const item = element('li', {}, more);
    more.addEventListener('click', () => { item.remove(); this.more(list, variable, key); });
    list.append(item);
  }
}

// The threads, each with its calls and their locals.
class ThreadList {
  constructor(tree) {
    this.tree = tree;
    this.closed = new Set();
    this.list = document.getElementById('threadlist');
  }

  show(reply, indexOf, held) {
    const failing = reply.trace.failing;
    const items = reply.threads.map((thread) => this.item(thread, indexOf(thread.name), held, failing));
    const more = reply.threadCount - reply.threads.length;
    if (more > 0) items.push(element('li', {class: 'muted'}, 'and ' + more + ' more'));
    this.list.replaceChildren(...items);
  }

  item(thread, index, held, failing) {
    const locks = held.get(index);
    const kind = index === failing ? 'failing' : thread.hasEnded || thread.canGoOn || thread.state === 'can go on' ? 'muted' : 'waits';
    const words = index === failing ? 'fails here' : thread.state;
    const state = element('span', {class: 'stand'}, locks ? element('span', {class: 'holds'}, 'holds ' + locks.join(', ')) : null, ' ', element('span', {class: kind}, words));
    const head = [thread.name + ' ', element('span', {class: 'muted'}, thread.routine), state];
    if (thread.frames.length === 0) return element('li', {'data-thread': thread.name}, element('div', {class: 'who ' + threadClass(index)}, ...head));
    const details = element('details', {open: !this.closed.has(thread.name)}, element('summary', {class: 'who ' + threadClass(index)}, ...head), this.frames(thread));
    details.addEventListener('toggle', () => details.open ? this.closed.delete(thread.name) : this.closed.add(thread.name));
    return element('li', {'data-thread': thread.name}, details);
  }

  frames(thread) {
    const items = thread.frames.map((frame, position) => {
      const locals = element('ul', {class: 'tree', 'aria-label': 'Locals of ' + frame.function});
      // Counted from the outermost call, which stays the same while calls come and go.
      const key = 'locals/' + thread.name + '/' + (thread.frameCount - position) + '/' + frame.function;
      this.tree.fill(locals, key, frame.locals, 'no locals');
      return element('li', {}, element('code', {}, frame.function + ' '), element('code', {class: 'muted'}, placeText(frame.place)),
        frame.locals.count > 0 ? locals : null);
    });
    const more = thread.frameCount - thread.frames.length;
    if (more > 0) items.push(element('li', {class: 'muted'}, 'and ' + more + ' more calls'));
    return element('ol', {class: 'frames'}, ...items);
  }
}

// Bookmarks, which this browser keeps for the program as long as the server has the same port, and which can be taken
// along as text; and two states side by side. The token of the address is in neither.

class Bookmarks {
  constructor(go) {
    this.go = go;
    this.key = 'clew-bookmarks-' + report.program;
    this.list = document.getElementById('bookmarks');
    this.text = document.getElementById('notes');
    document.getElementById('readnotes').addEventListener('click', () => this.read());
    try { this.all = JSON.parse(localStorage.getItem(this.key) || '[]'); } catch { this.all = []; }
    if (!Array.isArray(this.all)) this.all = [];
    this.show();
  }

  add(path, what) {
    if (!this.all.some((each) => each.path === path)) this.all.push({path, what});
    this.keep();
  }

  remove(path) {
    this.all = this.all.filter((each) => each.path !== path);
    this.keep();
  }

  keep() {
    try { localStorage.setItem(this.key, JSON.stringify(this.all)); } catch { /* a browser that keeps nothing */ }
    this.show();
  }

  show() {
    const items = this.all.map(({path, what}) => {
      const name = path || 'the beginning';
      const go = element('button', {type: 'button', 'aria-label': 'Go to ' + name}, 'Go');
      const remove = element('button', {type: 'button', 'aria-label': 'Remove ' + name}, 'Remove');
      go.addEventListener('click', () => this.go(path));
      remove.addEventListener('click', () => this.remove(path));
      return element('li', {}, go, element('code', {title: path}, name), element('span', {class: 'what', title: what}, what), remove);
    });
    if (items.length === 0) items.push(element('li', {class: 'muted'}, 'None yet.'));
    this.list.replaceChildren(...items);
    this.text.value = this.all.map(({path, what}) => commandOf('replay', path) + '  # ' + what).join('\n');
  }

  // Takes every path that the text has behind --path, with what is said of it.
  read() {
    for (const line of this.text.value.split('\n')) {
      const found = line.match(/--path[ =]'?([0-9x.]*)'?(?:\s.*?)?(?:\s# (.*))?$/);
      if (found && !this.all.some((each) => each.path === found[1])) this.all.push({path: found[1], what: found[2] || ''});
    }
    this.keep();
  }
}

function commandOf(verb, path) {
  return report.commands[verb].replace('@PATH@', () => path === '' ? "''" : path);
}

function differenceTable(title, rows) {
  if (rows.length === 0) return null;
  const shown = (text) => text === null ? element('span', {class: 'muted'}, 'not there') : text;
  return element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title},
    element('table', {}, element('thead', {}, element('tr', {}, ...[title, 'marked', 'here'].map((head) => element('th', {scope: 'col'}, head)))),
      element('tbody', {}, ...rows.map(([name, first, second]) => element('tr', {}, element('th', {scope: 'row'}, name),
        element('td', {}, shown(first)), element('td', {}, shown(second)))))));
}

function showComparison(reply, first, second) {
  const name = (path) => path === '' ? 'the beginning' : path;
  const same = reply.same ? 'They are the same state, ' + reply.states[0] + '.'
    : `State ${reply.states[0]} (${name(first)}) and state ${reply.states[1]} (${name(second)})`;
  const isUnseen = !reply.same && reply.threads.length + reply.values.length === 0;
  document.getElementById('comparesection').hidden = false;
  document.getElementById('comparison').replaceChildren(...[element('p', {class: 'muted', role: 'status'}, same),
    differenceTable('threads', reply.threads), differenceTable('values', reply.values),
    isUnseen ? element('p', {class: 'muted'}, 'They differ in nothing that has a name here.') : null,
    reply.cut ? element('p', {class: 'muted'}, 'There is more in memory than is compared.') : null].filter((part) => part));
}

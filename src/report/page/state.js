// The state at the right: what the current step did, where the threads are and which locks they hold, what is in memory.

// Of more threads only those that are there are shown one by one.
const mostThreads = 8;

class StatePane {
  constructor(model) {
    this.model = model;
    this.trace = model.trace;
    document.getElementById('valuescut').hidden = !this.trace.placesCut;
  }

  show(stop, state, before) {
    this.showEffects(stop);
    this.showThreads(stop, state);
    this.showValues(state, before);
  }

  showEffects(stop) {
    const list = document.getElementById('effects');
    const row = this.trace.rows[stop.last];
    const items = [];
    if (!row) {
      items.push(element('li', {class: 'failing'}, element('strong', {}, this.trace.property), ': ' + this.trace.message));
    } else if (stop.fold) {
      items.push(element('li', {}, (stop.last - stop.first + 1) + ' lines that touch only what no other thread sees'));
    } else if (row.leftOut) {
      items.push(element('li', {}, this.model.textOf(row) + ' here; the values are those behind them'));
    } else {
      items.push(element('li', {}, element('code', {}, row.source || row.function)));
      for (const effect of row.effects) items.push(element('li', {class: 'effect'}, effect));
      if (row.value !== undefined) items.push(element('li', {class: 'muted'}, 'heuristic value ' + row.value));
    }
    list.replaceChildren(...items);
  }

  showThreads(stop, state) {
    const row = this.trace.rows[stop.last];
    const isOver = (index) => state.threads.get(index)?.text.startsWith('has ended') && !(row && row.thread === index);
    const isToCome = (index) => !state.threads.has(index) && !(row && row.thread === index);
    const all = this.trace.threads.map((_, index) => index);
    const isShort = all.length > mostThreads;
    const shown = isShort ? all.filter((index) => !isOver(index) && !isToCome(index)) : all;
    const rows = shown.map((index) => this.threadRow(index, row, state));
    const name = (index) => this.trace.threads[index].name;
    for (const [words, which] of isShort ? [['have ended', isOver], ['are not there yet', isToCome]] : []) {
      const names = all.filter(which).map(name);
      if (names.length > 0) rows.push(element('tr', {}, element('td', {colspan: 2, class: 'muted'}, names.join(', ') + ' ' + words)));
    }
    document.querySelector('#threads tbody').replaceChildren(...rows);
  }

  threadRow(index, row, state) {
    const thread = this.trace.threads[index];
    const stand = state.threads.get(index);
    const isActing = row && row.thread === index;
    const place = isActing && row.place ? row.place : stand && stand.place;
    const locks = [...(state.held.get(index) || [])].map((lock) => this.trace.locks[lock]);
    const holds = locks.length > 0 ? element('span', {class: 'holds'}, 'holds ' + locks.join(', ')) : null;
    const words = this.words(stand, isActing);
    const kind = stand && stand.fails ? 'failing' : stand && stand.blocked && !words.startsWith('has ended') ? 'waits' : 'muted';
    return element('tr', {class: isActing ? 'acting' : undefined},
      element('th', {scope: 'row', class: threadClass(index), title: thread.routine}, thread.name),
      element('td', {}, element('code', {class: 'where'}, placeText(place)), ' ', holds, ' ', element('span', {class: kind}, words)));
  }

  words(stand, isActing) {
    if (!isActing) return stand ? stand.text : 'not there yet';
    return stand && (stand.blocked || stand.text.startsWith('has ended')) ? 'acts, then ' + stand.text : 'acts';
  }

  // What has a name in the source comes first, and what the library keeps for itself last.
  inOrder(values) {
    const rank = ([index]) => {
      const name = this.trace.places[index].name;
      return name.startsWith('heap(runtime/') ? 2 : name.startsWith('heap(') ? 1 : 0;
    };
    return [...values].sort((a, b) => rank(a) - rank(b) || a[0] - b[0]);
  }

  showValues(state, before) {
    const rows = [];
    for (const [index, value] of this.inOrder(state.values)) {
      const old = before.values.has(index) ? before.values.get(index) : this.trace.places[index].value;
      const isChanged = old !== value;
      const name = this.trace.places[index].name;
      // Locals come and go; what was freed is of interest for longer.
      if (value === '' && !isChanged && !name.startsWith('heap(')) continue;
      const shown = (text) => text === '' ? 'gone' : text;
      const cell = element('td', {}, isChanged ? element('span', {class: 'old'}, shown(old) + ' → ') : null, shown(value));
      rows.push(element('tr', {class: isChanged ? 'changed' : value === '' ? 'gone' : undefined},
        element('th', {scope: 'row'}, name), cell));
    }
    document.getElementById('novalues').hidden = rows.length > 0;
    document.querySelector('#values tbody').replaceChildren(...rows);
  }
}

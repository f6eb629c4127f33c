// Puts the parts together: which stop is the current one, keys, buttons, search.

class Page {
  constructor() {
    showHead();
    showAnswers((trace) => this.open(trace));
    if (report.traces.length > 0) {
      this.listen();
      this.open(0);
    } else {
      showMessage(null);
      showSections(null);
    }
  }

  // Shows a trace from its beginning.
  open(index) {
    const trace = report.traces[index];
    document.getElementById('trace').hidden = false;
    this.model = new Model(trace);
    this.source = new SourcePane(this.model);
    this.state = new StatePane(this.model);
    this.lanes = new Lanes(this.model, (stop, unfold) => { this.go(stop); if (unfold) this.unfold(); });
    document.getElementById('query').value = '';
    this.hits = [];
    showMessage(trace);
    showSections(trace, (row) => this.goToRow(row));
    markAnswer(index);
    this.fitPanes();
    this.setFolded(true);
    const fold = document.getElementById('fold');
    fold.hidden = this.model.folds.length === 0;
    this.showHits('');
  }

  // Short paths of short programs do not take the whole screen.
  fitPanes() {
    const lengths = report.sources.filter((source) => source).map((source) => source.pieces.reduce((sum, piece) => sum + piece.lines.length, 0));
    const wanted = Math.max(24 * (this.model.end + 1) + 76, 20 * Math.max(0, ...lengths) + 52);
    document.getElementById('panes').style.setProperty('--wanted', wanted + 'px');
  }

  layOut(row) {
    this.stops = this.model.stops();
    this.lanes.show(this.stops);
    this.lanes.mark(this.hits);
    this.goToRow(row, true);
  }

  setFolded(folded) {
    const row = this.stops && this.current !== undefined && this.stops[this.current] ? this.stops[this.current].last : 0;
    for (const fold of this.model.folds) fold.open = !folded;
    document.getElementById('fold').setAttribute('aria-pressed', String(folded));
    this.layOut(Math.min(row, this.model.end));
  }

  unfold() {
    const stop = this.stops[this.current];
    if (!stop.fold) return;
    stop.fold.open = true;
    this.layOut(stop.first);
  }

  goToRow(row, stayFolded) {
    const fold = this.model.folds.find((each) => !each.open && each.first <= row && row <= each.last);
    if (fold && !stayFolded) {
      fold.open = true;
      this.layOut(row);
      return;
    }
    this.go(this.stops.findIndex((stop) => stop.first <= row && row <= stop.last));
  }

  go(index) {
    this.current = Math.max(0, Math.min(index, this.stops.length - 1));
    const stop = this.stops[this.current];
    const row = this.model.trace.rows[stop.last];
    const state = this.model.stateAfter(stop.last);
    const before = this.model.stateAfter(stop.first - 1);
    const isEnd = !row;
    const place = isEnd ? this.model.trace.place : row.place;
    const acting = isEnd ? this.model.trace.failing : row.thread;
    this.lanes.select(this.current);
    this.source.show(state, acting, place, isEnd);
    this.state.show(stop, state, before);
    this.announce(stop, row);
    document.getElementById('first').disabled = document.getElementById('back').disabled = this.current === 0;
    document.getElementById('last').disabled = document.getElementById('forward').disabled = isEnd;
  }

  announce(stop, row) {
    const trace = this.model.trace;
    const parts = [element('span', {class: 'position'}, `${this.current + 1} of ${this.stops.length}`)];
    if (!row) {
      parts.push(element('span', {class: 'failing'}, `${trace.property}: ${trace.message}`));
    } else if (row.leftOut) {
      parts.push(this.model.textOf(row));
    } else {
      const what = stop.fold ? `${stop.last - stop.first + 1} lines folded` : row.effects.join('; ') || row.source;
      parts.push(element('span', {class: 'who ' + threadClass(row.thread)}, trace.threads[row.thread].name),
        element('span', {class: 'where'}, placeText(row.place)), element('span', {class: 'what'}, what));
    }
    document.getElementById('now').replaceChildren(...parts.flatMap((part, index) => index === 0 ? [part] : [' ', part]));
  }

  // The first stop of the next run of steps by another thread, or of the run before.
  goToSwitch(direction) {
    const threadAt = (index) => {
      const row = this.model.trace.rows[this.stops[index].first];
      return row ? row.thread : -1;
    };
    let next = this.current + direction;
    const isBegin = (index) => index <= 0 || index >= this.stops.length - 1 || threadAt(index) !== threadAt(index - 1);
    while (next > 0 && next < this.stops.length - 1 && !isBegin(next)) next += direction;
    this.go(next);
  }

  showHits(query) {
    const words = query.trim().toLowerCase();
    this.hits = words === '' ? [] : this.model.texts.flatMap((text, row) => text.includes(words) ? [row] : []);
    this.lanes.mark(this.hits);
    document.getElementById('hits').textContent = words === '' ? '' : this.hits.length === 0 ? 'none' : String(this.hits.length);
  }

  goToHit(direction) {
    if (this.hits.length === 0) return;
    const stop = this.stops[this.current];
    const ahead = this.hits.filter((row) => direction > 0 ? row > stop.last : row < stop.first);
    const row = direction > 0 ? (ahead.length > 0 ? ahead[0] : this.hits[0])
      : (ahead.length > 0 ? ahead[ahead.length - 1] : this.hits[this.hits.length - 1]);
    this.goToRow(row);
    document.getElementById('hits').textContent = `${this.hits.indexOf(row) + 1} of ${this.hits.length}`;
  }

  listen() {
    const press = (id, action) => document.getElementById(id).addEventListener('click', action);
    press('first', () => this.go(0));
    press('back', () => this.go(this.current - 1));
    press('forward', () => this.go(this.current + 1));
    press('last', () => this.go(this.stops.length - 1));
    press('fold', () => this.toggleFolds());
    const query = document.getElementById('query');
    query.addEventListener('input', () => this.showHits(query.value));
    query.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.goToHit(event.shiftKey ? -1 : 1);
      if (event.key === 'Escape') { query.value = ''; this.showHits(''); document.getElementById('steps').focus(); }
    });
    document.addEventListener('keydown', (event) => this.key(event));
    window.addEventListener('resize', () => this.layOut(this.stops[this.current].last));
  }

  toggleFolds() {
    this.setFolded(document.getElementById('fold').getAttribute('aria-pressed') !== 'true');
  }

  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest('input, select, textarea')) return;
    const scrolls = event.target.matches('#code, #facts, .scroll, pre');
    const actions = {
      ArrowRight: () => this.go(this.current + 1), j: () => this.go(this.current + 1),
      ArrowLeft: () => this.go(this.current - 1), k: () => this.go(this.current - 1),
      ']': () => this.goToSwitch(1), '[': () => this.goToSwitch(-1),
      f: () => this.toggleFolds(),
      '/': () => document.getElementById('query').focus(),
    };
    // A box that scrolls keeps the keys that scroll it.
    if (!scrolls) {
      Object.assign(actions, {
        ArrowDown: () => this.go(this.current + 1), ArrowUp: () => this.go(this.current - 1),
        Home: () => this.go(0), End: () => this.go(this.stops.length - 1)});
    }
    if (!event.target.closest('button, summary, a')) actions.Enter = () => this.unfold();
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

new Page();

// The rows at the left, one below the other, and the threads' lanes beside them: a thin line while a thread is there, a
// broad one while it holds a lock, a broken one while it cannot go on, and a dot where it acts.

class Lanes {
  constructor(model, onChoose) {
    this.model = model;
    this.onChoose = onChoose;
    this.list = document.getElementById('steps');
    this.lines = document.getElementById('lines');
    this.track = document.getElementById('track');
    this.width = Math.min(18, 240 / model.trace.threads.length);
    this.list.onclick = (event) => {
      const item = event.target.closest('[role=option]');
      if (item) onChoose(Number(item.dataset.stop), !!event.target.closest('.unfold'));
    };
    this.lives = model.trace.threads.map((_, thread) => model.lifeOf(thread));
    this.spans = model.trace.threads.map((_, thread) => model.spansOf(thread));
    this.mainFile = this.fileOfMost();
    this.showLegend();
  }

  fileOfMost() {
    const counts = new Map();
    for (const row of this.model.trace.rows) if (row.place) counts.set(row.place[0], (counts.get(row.place[0]) || 0) + 1);
    return [...counts].reduce((most, each) => each[1] > most[1] ? each : most, [-1, 0])[0];
  }

  x(thread) { return (thread + 0.5) * this.width; }

  showLegend() {
    const legend = document.getElementById('legend');
    legend.replaceChildren(...this.model.trace.threads.map((thread, index) =>
      element('span', {class: threadClass(index), title: thread.routine}, thread.name, ' ', element('i', {}, thread.routine))));
  }

  // Builds all rows anew.
  show(stops) {
    this.stops = stops;
    this.stopOf = new Map();
    stops.forEach((stop, index) => { for (let row = stop.first; row <= stop.last; ++row) this.stopOf.set(row, index); });
    const lanesWidth = this.model.trace.threads.length * this.width + 6;
    this.track.style.setProperty('--lanes', lanesWidth + 'px');
    let step = -1;
    this.list.replaceChildren(...stops.map((stop, index) => {
      const row = this.model.trace.rows[stop.first];
      const number = row && row.step !== step ? String(row.step) : '';
      if (row) step = this.model.trace.rows[stop.last].step;
      return this.item(stop, index, number);
    }));
    this.draw(lanesWidth);
  }

  item(stop, index, number) {
    const row = this.model.trace.rows[stop.first];
    const attributes = {role: 'option', id: 'step-' + index, 'data-stop': index, 'aria-selected': 'false'};
    const at = (content, kind) => element('li', {...attributes, class: kind},
      element('span', {class: 'number'}, number), element('span', {class: 'gap'}), ...content);
    if (!row) {
      return at([element('span', {class: 'what'}, this.model.endText())], this.model.trace.property ? 'end' : 'here');
    }
    if (row.leftOut) return at([element('span', {class: 'what muted'}, this.model.textOf(row))], 'left-out');
    if (stop.fold) {
      const count = stop.last - stop.first + 1;
      const what = element('span', {class: 'what muted'}, count + ' lines folded');
      const name = this.model.trace.threads[row.thread].name;
      return at([element('span', {class: 'who ' + threadClass(row.thread)}, name), what, element('span', {class: 'unfold', title: 'Unfold (Enter)'}, '+')], 'folded');
    }
    const name = this.model.trace.threads[row.thread].name;
    const text = row.effects.join('; ') || row.source;
    return at([element('span', {class: 'who ' + threadClass(row.thread)}, name),
      element('span', {class: 'what', title: text}, text),
      element('span', {class: 'where'}, this.shortPlace(row.place))], row.minor ? 'minor' : '');
  }

  // Where a row is; the file that most rows are in goes without saying.
  shortPlace(place) {
    return place && place[0] === this.mainFile ? ':' + place[1] : placeText(place);
  }

  // The y of a row's middle.
  y(row) {
    const index = this.stopOf.get(Math.max(0, Math.min(row, this.model.end)));
    return (index + 0.5) * this.rowHeight;
  }

  draw(width) {
    const first = this.list.firstElementChild;
    this.rowHeight = first ? first.getBoundingClientRect().height : 24;
    this.lines.setAttribute('width', width);
    this.lines.setAttribute('height', this.rowHeight * this.stops.length);
    const parts = [];
    const line = (thread, from, to, kind) => parts.push(drawing('line', {
      x1: this.x(thread), x2: this.x(thread), y1: this.y(from), y2: this.y(to), class: kind + ' ' + threadClass(thread)}));
    this.model.trace.threads.forEach((_, thread) => {
      const [from, to] = this.lives[thread];
      if (from < 0) return;
      line(thread, from, to, 'life');
      for (const [begin, end] of this.spans[thread].holding) line(thread, begin, Math.min(end, to), 'holding');
      for (const [begin, end] of this.spans[thread].blocked) line(thread, Math.max(begin, from), Math.min(end, to), 'blocked');
    });
    const radius = Math.max(3, Math.min(5, this.width * 0.36));
    for (const stop of this.stops) {
      const row = this.model.trace.rows[stop.last];
      if (!row || row.leftOut) continue;
      parts.push(drawing('circle', {cx: this.x(row.thread), cy: this.y(stop.last), r: stop.fold ? radius * 0.6 : radius,
        class: 'dot ' + threadClass(row.thread)}));
    }
    const failing = this.model.trace.failing;
    if (failing !== undefined) parts.push(drawing('circle', {cx: this.x(failing), cy: this.y(this.model.end), r: radius, class: 'dot failing'}));
    this.lines.replaceChildren(...parts);
  }

  select(index) {
    const before = this.list.querySelector('[aria-selected=true]');
    if (before) before.setAttribute('aria-selected', 'false');
    const item = this.list.children[index];
    item.setAttribute('aria-selected', 'true');
    this.list.setAttribute('aria-activedescendant', item.id);
    scrollInside(this.track, item);
  }

  mark(rows) {
    const marked = new Set(rows.map((row) => this.stopOf.get(row)));
    [...this.list.children].forEach((item, index) => item.classList.toggle('hit', marked.has(index)));
  }
}

// Scrolls a box, and nothing around it, until a thing in it can be seen with something before and after it.
function scrollInside(box, thing) {
  const margin = Math.min(80, box.clientHeight / 4);
  const outer = box.getBoundingClientRect();
  const inner = thing.getBoundingClientRect();
  if (inner.top < outer.top + margin) box.scrollTop -= outer.top + margin - inner.top;
  else if (inner.bottom > outer.bottom - margin) box.scrollTop += inner.bottom - outer.bottom + margin;
}

// The source in the middle: the file in which something happens, with a mark for each thread at the line where it
// stands.

const mostMarks = 2;

class SourcePane {
  constructor(model) {
    this.model = model;
    this.box = document.getElementById('code');
    this.title = document.getElementById('source-title');
    this.lines = new Map();
    this.open(report.sources.findIndex((source) => source));
  }

  open(file) {
    if (file === this.file) return;
    this.file = file;
    this.lines.clear();
    const source = report.sources[file];
    this.title.textContent = source ? source.name : 'Source';
    const items = [];
    for (const piece of source ? source.pieces : []) {
      if (items.length > 0 || piece.from > 1) items.push(element('div', {class: 'skipped'}, '...'));
      piece.lines.forEach((text, index) => items.push(this.line(piece.from + index, text)));
    }
    if (items.length === 0) items.push(element('p', {class: 'muted'}, 'The source is not there.'));
    this.box.replaceChildren(...items);
  }

  line(number, text) {
    const marks = element('span', {class: 'marks'});
    const line = element('div', {class: 'line'}, marks, element('span', {class: 'number'}, String(number)), element('code', {}, text || ' '));
    this.lines.set(number, {line, marks});
    return line;
  }

  // The names of the threads at a line; where there are more than fit, how many more.
  mark(marks, threads) {
    const nameOf = (thread) => this.model.trace.threads[thread].name;
    const shown = threads.length > mostMarks + 1 ? threads.slice(0, mostMarks) : threads;
    for (const [thread, stand] of shown) {
      const title = stand.blocked ? nameOf(thread) + ' ' + stand.text : nameOf(thread);
      marks.append(element('span', {class: threadClass(thread) + (stand.blocked ? ' blocked' : ''), title}, nameOf(thread)));
    }
    const more = threads.slice(shown.length);
    if (more.length > 0) marks.append(element('span', {class: 'more', title: more.map(([thread]) => nameOf(thread)).join(', ')}, '+' + more.length));
  }

  // Marks where all threads stand; `acting` is who acts, at `place`.
  show(state, acting, place, isEnd) {
    if (place) this.open(place[0]);
    for (const {line, marks} of this.lines.values()) {
      if (line.className !== 'line') line.className = 'line';
      if (marks.firstChild) marks.replaceChildren();
      line.removeAttribute('aria-current');
    }
    const standing = new Map();
    const known = state.threads.has(acting) || acting === undefined ? [] : [[acting, {place}]];
    const inOrder = [...known, ...state.threads].sort((a, b) => (b[0] === acting) - (a[0] === acting));
    for (const [thread, stand] of inOrder) {
      const at = thread === acting && place && !isEnd ? place : stand.place;
      const found = at && at[0] === this.file && this.lines.get(at[1]);
      if (found) standing.set(found, [...(standing.get(found) || []), [thread, stand]]);
    }
    for (const [{line, marks}, threads] of standing) {
      line.classList.add('stands');
      this.mark(marks, threads);
    }
    const current = place && this.lines.get(place[1]);
    if (!current) return;
    current.line.classList.add('current', isEnd ? 'failing' : threadClass(acting));
    current.line.setAttribute('aria-current', 'step');
    scrollInside(this.box, current.line);
  }
}

// What the page knows: the report, the trace that is stepped through, and the state at each of its rows. A row is a line
// of the trace; behind the last one comes the end, where the violation shows. Nothing here touches the page.
'use strict';

const report = JSON.parse(document.getElementById('data').textContent);

// Fewer minor rows than this are not worth a fold.
const fewestFolded = 3;

function nameOfFile(file) {
  const source = report.sources[file];
  return source ? source.name : '';
}

function placeText(place) {
  if (!place) return '';
  const name = nameOfFile(place[0]);
  return name.slice(name.lastIndexOf('/') + 1) + ':' + place[1];
}

class Model {
  constructor(trace) {
    this.trace = trace;
    this.end = trace.rows.length;
    this.folds = this.findFolds();
    this.texts = trace.rows.map((row) => this.textOf(row).toLowerCase());
    this.texts.push(this.endText().toLowerCase());
  }

  endText() {
    return [this.trace.property, this.trace.message].filter((text) => text).join(': ');
  }

  textOf(row) {
    if (row.leftOut) return row.leftOut + ' lines are left out';
    return [placeText(row.place), row.function, row.source, ...row.effects].join(' ');
  }

  // Runs of minor rows of one thread, each [first, last] and whether it is open.
  findFolds() {
    const rows = this.trace.rows;
    const folds = [];
    for (let i = 0; i < rows.length; ) {
      let end = i;
      while (end < rows.length && rows[end].minor && rows[end].thread === rows[i].thread) ++end;
      if (end - i >= fewestFolded) folds.push({first: i, last: end - 1, open: false});
      i = Math.max(end, i + 1);
    }
    return folds;
  }

  // Where one can stop: single rows, folds that are closed, the end. Each as {first, last, fold}.
  stops() {
    const list = [];
    let next = 0;
    const until = (row) => { for (; next < row; ++next) list.push({first: next, last: next}); };
    for (const fold of this.folds) {
      if (fold.open) continue;
      until(fold.first);
      list.push({first: fold.first, last: fold.last, fold});
      next = fold.last + 1;
    }
    until(this.end + 1);
    return list;
  }

  // The state after a row, that is when all rows up to it are done.
  stateAfter(row) {
    const trace = this.trace;
    const state = {threads: new Map(), values: new Map(), held: new Map()};
    for (const [line, thread, place, text, blocked] of trace.stands || []) {
      if (line <= row + 1) state.threads.set(thread, {place, text, blocked});
    }
    (trace.places || []).forEach((place, index) => {
      if (place.row <= row) state.values.set(index, place.value);
    });
    for (const [line, place, value] of trace.changes || []) if (line <= row) state.values.set(place, value);
    for (const [line, lock, thread, holds] of trace.holdings || []) {
      if (line > row) continue;
      const locks = state.held.get(thread) || new Set();
      if (holds) locks.add(lock); else locks.delete(lock);
      state.held.set(thread, locks);
    }
    if (row >= this.end) this.addEnds(state);
    return state;
  }

  addEnds(state) {
    for (const end of this.trace.ends) {
      const before = state.threads.get(end.thread);
      const fails = end.thread === this.trace.failing;
      state.threads.set(end.thread, {place: end.place, text: end.state, blocked: !fails && !!before && before.blocked, fails});
    }
  }

  // From where to where a thread is there, as rows.
  lifeOf(thread) {
    let first = -1;
    let last = -1;
    this.trace.rows.forEach((row, index) => {
      if (row.thread !== thread) return;
      if (first < 0) first = index;
      last = index;
    });
    for (const [line, who, , text] of this.trace.stands || []) {
      if (who !== thread) continue;
      const created = Math.max(0, Math.min(line - 1, this.end));
      if (first < 0 || created < first) first = created;
      if (text.startsWith('has ended')) return [first, Math.max(first, last)];
    }
    if (this.trace.ends.some((end) => end.thread === thread && !end.state.startsWith('has ended'))) last = this.end;
    return [first, Math.max(first, last)];
  }

  // Rows in which a thread is blocked, and those in which it holds a lock, as [from, to].
  spansOf(thread) {
    const blocked = [];
    let since = -1;
    for (const [line, who, , , isBlocked] of this.trace.stands || []) {
      if (who !== thread) continue;
      if (isBlocked && since < 0) since = line;
      if (!isBlocked && since >= 0) { blocked.push([since - 1, line]); since = -1; }
    }
    if (since >= 0) blocked.push([since - 1, this.end]);
    const holding = [];
    const held = new Map();
    for (const [line, lock, who, holds] of this.trace.holdings || []) {
      if (who !== thread) continue;
      if (holds) held.set(lock, line);
      else if (held.has(lock)) { holding.push([held.get(lock), line]); held.delete(lock); }
    }
    for (const line of held.values()) holding.push([line, this.end]);
    return {blocked, holding};
  }
}

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === false) continue;
    made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

function drawing(name, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const threadClass = (thread) => 'thread-' + (thread % 8);

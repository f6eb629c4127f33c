// Puts the parts together: which path is the current one, what was walked before, keys and buttons. The fragment of the
// address is the path, so a reload and the browser's own buttons keep the place.

// `0x3.1` as numbers.
function choicesOf(text) {
  if (text === '') return [];
  return text.split('.').flatMap((part) => {
    const [choice, times] = part.split('x').map(Number);
    return new Array(times || 1).fill(choice);
  });
}

function textOfChoices(choices) {
  const parts = [];
  for (let i = 0; i < choices.length; ) {
    let end = i;
    while (end < choices.length && choices[end] === choices[i]) ++end;
    parts.push(end - i > 1 ? choices[i] + 'x' + (end - i) : String(choices[i]));
    i = end;
  }
  return parts.join('.');
}

function complain(text) {
  const problem = document.getElementById('problem');
  problem.hidden = !text;
  problem.textContent = text || '';
}

// Asks the server; nothing if it complains.
async function request(resource, body) {
  const options = body === undefined ? {} : {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)};
  let reply;
  try {
    const response = await fetch(resource, options);
    reply = await response.json();
  } catch {
    complain('clew explore does not answer any more.');
    return null;
  }
  if (reply.error) complain(reply.error);
  return reply.error ? null : reply;
}

class Walk {
  constructor() {
    document.getElementById('files').textContent = report.files;
    document.getElementById('foot').textContent = 'Clew ' + report.clew + ', program ' + report.program.slice(0, 16);
    this.walked = [];
    this.sourcesVersion = 0;
    this.tree = new VariableTree(request);
    this.threads = new ThreadList(this.tree);
    this.choices = new ChoiceList((number) => this.take(number), (choice) => this.lookAt(choice));
    this.map = new MapPane((path) => this.go(path));
    this.bookmarks = new Bookmarks((path) => this.go(path));
    this.search = new SearchPane((resource, body) => request(resource, body), (resource) => request(resource), (path) => this.go(path));
    this.listen();
    const fragment = this.fragment();
    this.go(fragment === null ? report.path : fragment, 'replace');
  }

  fragment() {
    const found = decodeURIComponent(location.hash).match(/^#path=([0-9x.]*)$/);
    return found ? found[1] : null;
  }

  // Goes to a path. One thing after the other: while an answer is awaited, only the last wish is kept.
  async go(path, history = 'push') {
    if (this.isGoing) {
      this.wish = [path, history];
      return;
    }
    this.isGoing = true;
    const reply = await request('go', {path, sources: this.sourcesVersion});
    if (reply) {
      complain('');
      await this.show(reply, history);
    }
    this.isGoing = false;
    const wish = this.wish;
    this.wish = null;
    if (wish) await this.go(...wish);
    else if (!reply && !this.reply) await this.go('', 'replace');
  }

  async show(reply, history) {
    const before = this.reply;
    this.reply = reply;
    this.path = choicesOf(reply.path);
    if (reply.sources) report.sources = reply.sources;
    this.remember();
    const hash = '#path=' + reply.path;
    if (history === 'push' && location.hash !== hash) window.history.pushState(null, '', hash);
    else if (history !== 'none') window.history.replaceState(null, '', hash);
    const hadFocus = document.activeElement === document.body || document.getElementById('choices').contains(document.activeElement);
    this.showPath(reply);
    this.showState(reply, before);
    this.choices.show(reply, (name) => this.indexOf(name));
    this.showSource(reply);
    this.announce(reply);
    if (hadFocus) this.choices.buttons()[0]?.focus({preventScroll: true});
    if (!this.seen || this.seen.version !== reply.mapVersion) this.seen = await request('map');
    if (this.seen) this.map.show(this.seen, reply.state, this.path);
    Object.assign(document.body.dataset, {path: reply.path, standing: reply.standing});  // all of it is there now
  }

  // What was walked goes on beyond here, if here is on it.
  remember() {
    const isOnIt = this.path.every((choice, index) => this.walked[index] === choice);
    if (!isOnIt || this.path.length > this.walked.length) this.walked = this.path;
  }

  indexOf(name) {
    const found = this.model.trace.threads.findIndex((thread) => thread.name === name);
    return found < 0 ? Number(name.slice(1)) || 0 : found;
  }

  showPath(reply) {
    const trace = reply.trace;
    if (!trace.property) trace.message = reply.text || 'here';
    this.model = new Model(trace);
    this.lanes = new Lanes(this.model, (stop) => this.backTo(stop));
    this.stops = this.model.stops();
    this.lanes.show(this.stops);
    this.selected = this.stops.length - 1;
    this.lanes.select(this.selected);
  }

  // Goes to the choice behind a step of the path; a fold is opened.
  backTo(index) {
    const stop = this.stops[index];
    if (stop.fold) {
      stop.fold.open = true;
      this.stops = this.model.stops();
      this.lanes.show(this.stops);
      this.selectStep(this.stops.findIndex((each) => each.first === stop.first));
      return;
    }
    const row = this.model.trace.rows[stop.last];
    if (!row) return;
    const made = this.reply.choiceSteps.filter((step) => step <= row.step).length;
    this.go(textOfChoices(this.path.slice(0, made)));
  }

  selectStep(index) {
    this.selected = Math.max(0, Math.min(index, this.stops.length - 1));
    this.lanes.select(this.selected);
  }

  showState(reply, before) {
    this.tree.begin(reply.generation, before && Math.abs(before.choicesMade - reply.choicesMade) === 1);
    const state = this.model.stateAfter(this.model.end);
    const held = new Map([...state.held].filter(([, locks]) => locks.size > 0).map(([thread, locks]) => [thread, [...locks].map((lock) => this.model.trace.locks[lock])]));
    this.threads.show(reply, (name) => this.indexOf(name), held);
    this.tree.fill(document.getElementById('globals'), 'globals', reply.globals, 'none');
    this.tree.fill(document.getElementById('heap'), 'heap', reply.heap, 'nothing is allocated');
  }

  showSource(reply) {
    if (!this.source) this.source = new SourcePane(this.model);
    this.source.model = this.model;
    if (reply.sourcesVersion !== this.sourcesVersion) {
      const file = this.source.file;
      this.source.file = undefined;
      this.source.open(file >= 0 ? file : report.sources.findIndex((source) => source));
      this.sourcesVersion = reply.sourcesVersion;
    }
    const first = reply.choices.list[0];
    if (first) this.lookAt(first);
    else this.source.show(this.standing(), this.model.trace.failing, this.model.trace.place, reply.standing === 'violated');
  }

  // Where all threads stand, as the source pane wants it.
  standing() {
    const threads = new Map();
    for (const thread of this.reply.threads) {
      const place = thread.frames.length > 0 ? thread.frames[0].place : null;
      if (place) threads.set(this.indexOf(thread.name), {place, text: thread.state, blocked: !thread.canGoOn});
    }
    return {threads};
  }

  lookAt(choice) {
    this.source.show(this.standing(), this.indexOf(choice.thread), choice.place, false);
  }

  announce(reply) {
    const words = {open: 'open', violated: 'violated', exited: 'ended', pruned: 'left aside', unknown: 'unknown'};
    const verdict = document.getElementById('verdict');
    verdict.textContent = words[reply.standing];
    verdict.className = 'verdict-' + reply.standing;
    const made = reply.choicesMade === 1 ? '1 choice' : reply.choicesMade + ' choices';
    const count = reply.choices.count;
    const what = reply.standing === 'open' ? (count === 1 ? 'one way to go on' : count + ' ways to go on') : reply.text;
    document.getElementById('now').replaceChildren(element('span', {class: 'position'}, made + ', state ' + reply.state), ' ',
      element('span', {class: reply.standing === 'violated' ? 'failing' : 'what'}, what));
    document.getElementById('path').value = reply.path;
    document.getElementById('first').disabled = document.getElementById('back').disabled = this.path.length === 0;
    document.getElementById('forward').disabled = document.getElementById('last').disabled = this.walked.length <= this.path.length;
    document.getElementById('command').textContent = reply.trace.command + '\n' + commandOf('explore', reply.path);
    document.getElementById('mark').textContent = this.marked === undefined ? 'Mark' : this.marked === reply.path ? 'Marked' : 'Compare';
  }

  take(number) { this.go(textOfChoices([...this.path, number])); }
  back() { if (this.path.length > 0) this.go(textOfChoices(this.path.slice(0, -1))); }
  forward() { if (this.walked.length > this.path.length) this.go(textOfChoices(this.walked.slice(0, this.path.length + 1))); }
  end() { if (this.walked.length > this.path.length) this.go(textOfChoices(this.walked)); }

  bookmark() {
    const text = this.reply.text || 'state ' + this.reply.state;
    this.bookmarks.add(this.reply.path, text);
  }

  // Marks a state, or compares with the one that is marked; comparing with itself takes the mark away.
  async mark() {
    if (this.marked === undefined) {
      this.marked = this.reply.path;
    } else if (this.marked === this.reply.path) {
      this.marked = undefined;
      document.getElementById('comparesection').hidden = true;
    } else {
      const [first, second] = [this.marked, this.reply.path];
      const reply = await request('compare', {first, second});
      if (reply) showComparison(reply, first, second);
      document.getElementById('comparesection').scrollIntoView({block: 'nearest'});
    }
    this.announce(this.reply);
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(document.getElementById('command').textContent.split('\n')[0]);
    } catch {
      complain('This browser does not let pages copy; the text can be selected.');
    }
  }

  listen() {
    const press = (id, action) => document.getElementById(id).addEventListener('click', action);
    press('first', () => this.go(''));
    press('back', () => this.back());
    press('forward', () => this.forward());
    press('last', () => this.end());
    press('violation', () => this.search.start('next', this.reply.path));
    press('bookmark', () => this.bookmark());
    press('mark', () => this.mark());
    press('copy', () => this.copy());
    document.getElementById('jump').addEventListener('submit', (event) => {
      event.preventDefault();
      this.go(document.getElementById('path').value.trim());
      document.getElementById('path').blur();
    });
    window.addEventListener('popstate', () => {
      const path = this.fragment();
      if (path !== null && path !== this.reply.path) this.go(path, 'none');
    });
    document.addEventListener('keydown', (event) => this.key(event));
    window.addEventListener('resize', () => { if (this.lanes) { this.lanes.show(this.stops); this.lanes.select(this.selected); } });
  }

  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !this.reply) return;
    if (event.target.closest('input, textarea')) {
      if (event.key === 'Escape') event.target.blur();
      return;
    }
    const keys = document.getElementById('keys');
    const actions = {
      Backspace: () => this.back(), ArrowLeft: () => this.back(), ArrowRight: () => this.forward(),
      v: () => this.search.start('next', this.reply.path), b: () => this.bookmark(), c: () => this.mark(),
      g: () => document.getElementById('path').select(), m: () => this.map.focus(), s: () => this.search.toggle(),
      '?': () => { keys.open = !keys.open; }, Escape: () => { keys.open = false; },
    };
    // A box that scrolls keeps the keys that scroll it; the steps have their own.
    if (event.target.matches('#steps')) {
      Object.assign(actions, {ArrowDown: () => this.selectStep(this.selected + 1), ArrowUp: () => this.selectStep(this.selected - 1),
        Enter: () => this.backTo(this.selected)});
    } else if (!event.target.matches('#code, #facts, .scroll, pre')) {
      Object.assign(actions, {ArrowDown: () => this.choices.move(1), ArrowUp: () => this.choices.move(-1), Home: () => this.go(''), End: () => this.end()});
    }
    const number = /^[1-9]$/.test(event.key) ? this.reply.choices.list[Number(event.key) - 1] : undefined;
    const action = number ? () => this.take(number.number) : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

new Walk();

// A search beside the walk: how it goes, what came out, and the way to the violation.

const searchInterval = 300;

class SearchPane {
  constructor(ask, look, go) {
    this.ask = ask;
    this.look = look;
    this.go = go;
    this.progress = document.getElementById('progress');
    this.found = document.getElementById('gotofound');
    this.stopButton = document.getElementById('stop');
    document.getElementById('whole').addEventListener('click', () => this.start('whole'));
    this.stopButton.addEventListener('click', () => this.stop());
    this.found.addEventListener('click', () => this.go(this.path));
    this.poll();
  }

  async start(kind, path) {
    const reply = await this.ask('search', path === undefined ? {kind} : {kind, path});
    if (!reply) return;
    // Whoever asks for the next violation wants to go there.
    this.isAwaited = kind === 'next';
    this.show(reply);
  }

  async stop() {
    const reply = await this.ask('stop', {});
    if (reply) this.show(reply);
  }

  toggle() {
    if (this.running) this.stop(); else this.start('whole');
  }

  async poll() {
    const reply = await this.look('search');
    if (reply) this.show(reply);
  }

  show(reply) {
    this.running = reply.running;
    this.stopButton.disabled = !reply.running;
    this.path = reply.path;
    this.found.hidden = reply.path === undefined;
    if (reply.kind) this.progress.replaceChildren(...this.words(reply));
    this.progress.dataset.verdict = reply.verdict || '';
    if (reply.samples) {
      report.samples = [reply.samples];
      const drawn = charts();
      document.getElementById('charts').replaceChildren(...(drawn ? [drawn] : []));
    }
    clearTimeout(this.timer);
    if (reply.running) this.timer = setTimeout(() => this.poll(), searchInterval);
    if (!reply.running && this.isAwaited) {
      this.isAwaited = false;
      if (reply.path !== undefined) this.go(reply.path);
    }
  }

  words(reply) {
    const numbers = `${shortNumber(reply.states)} states, ${shortNumber(reply.transitions)} transitions, depth ${reply.depth}, ${reply.seconds.toFixed(1)} s`;
    const what = reply.kind === 'whole' ? 'the whole program' : 'the next violation, ' + reply.part;
    if (reply.running) return [`Searching ${what}: ${numbers}`];
    const verdict = element('strong', {class: 'verdict-' + reply.verdict}, ` ${reply.text} `);
    const none = reply.kind === 'next' && reply.path === undefined ? 'No other violation was found: ' : '';
    return [none, verdict, ` ${numbers}`, ...reply.notes.map((note) => element('span', {class: 'muted'}, '; ' + note))];
  }
}

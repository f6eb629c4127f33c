// What was seen of the tree of choices: states from left to right by how many choices lead to them, choices as lines. A
// state that several paths lead to is there once. Broken circles are states that were only looked at from before.

const mapStep = {x: 54, y: 34, margin: 26, radius: 12};

class MapPane {
  constructor(go) {
    this.go = go;
    this.svg = document.getElementById('map');
    this.box = document.getElementById('mapbox');
    this.text = document.getElementById('maptext');
    this.svg.addEventListener('click', (event) => {
      const node = event.target.closest('.node');
      if (node) this.go(this.nodes.get(Number(node.dataset.state)).path);
    });
    this.svg.addEventListener('keydown', (event) => this.key(event));
  }

  show(map, current, path) {
    this.nodes = new Map(map.nodes.map((node) => [node.state, {...node, from: [], to: []}]));
    for (const [from, , to] of map.edges) {
      if (from === to) continue;
      this.nodes.get(from).to.push(to);
      this.nodes.get(to).from.push(from);
    }
    this.current = current;
    this.layOut();
    this.draw(map, path);
    const visited = map.nodes.filter((node) => node.visited).length;
    this.text.textContent = `${visited} states visited, ${map.nodes.length - visited} more seen from there` + (map.cut ? '; more are not shown' : '');
  }

  // Layers by the number of choices; in each, below the states that lead there.
  layOut() {
    const layers = [];
    for (const node of this.nodes.values()) (layers[node.choices] ||= []).push(node);
    let column = 0;
    let highest = 0;
    for (const layer of layers) {
      if (!layer) continue;
      const wanted = (node) => {
        const parents = node.from.map((from) => this.nodes.get(from)).filter((parent) => parent.choices < node.choices && parent.y !== undefined);
        return parents.length === 0 ? node.state : parents.reduce((sum, parent) => sum + parent.y, 0) / parents.length;
      };
      const order = layer.map((node) => [wanted(node), node]).sort((a, b) => a[0] - b[0] || a[1].state - b[1].state);
      order.forEach(([, node], row) => {
        node.x = mapStep.margin + column * mapStep.x;
        node.y = mapStep.margin + row * mapStep.y;
        highest = Math.max(highest, row);
      });
      ++column;
    }
    this.width = 2 * mapStep.margin + Math.max(0, column - 1) * mapStep.x;
    this.height = 2 * mapStep.margin + highest * mapStep.y;
  }

  draw(map, path) {
    const onPath = this.edgesOn(map, path);
    const lines = map.edges.filter(([from, , to]) => from !== to).map(([from, choice, to]) => {
      const [a, b] = [this.nodes.get(from), this.nodes.get(to)];
      return drawing('line', {x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: onPath.has(from + ' ' + choice) ? 'onpath' : ''});
    });
    const circles = [...this.nodes.values()].map((node) => {
      const kind = ['node', node.standing, node.visited ? 'visited' : '', node.state === this.current ? 'current' : ''].join(' ');
      const words = `state ${node.state}, ${node.choices} choices, ${node.text || node.standing}${node.visited ? '' : ', not visited'}`;
      return drawing('g', {class: kind, role: 'button', tabindex: node.state === this.current ? 0 : -1, 'aria-label': words, 'data-state': node.state},
        drawing('title', {}, words), drawing('circle', {cx: node.x, cy: node.y, r: mapStep.radius}),
        drawing('text', {x: node.x, y: node.y + 3.5}, String(node.state)));
    });
    this.svg.setAttribute('width', this.width);
    this.svg.setAttribute('height', this.height);
    const hadFocus = this.svg.contains(document.activeElement);
    this.svg.replaceChildren(...lines, ...circles);
    const here = this.nodes.get(this.current);
    if (!here) return;
    this.box.scrollLeft = here.x - this.box.clientWidth / 2;
    this.box.scrollTop = here.y - this.box.clientHeight / 2;
    if (hadFocus) this.focus(this.current);
  }

  // The edges that a path goes along, as far as the map has them.
  edgesOn(map, path) {
    const next = new Map(map.edges.map(([from, choice, to]) => [from + ' ' + choice, to]));
    const edges = new Set();
    const root = map.nodes.find((node) => node.choices === 0);
    let at = root && root.state;
    for (const choice of path) {
      const edge = at + ' ' + choice;
      if (!next.has(edge)) break;
      edges.add(edge);
      at = next.get(edge);
    }
    return edges;
  }

  focus(state) {
    const node = this.svg.querySelector(`.node[data-state="${state ?? this.current}"]`) || this.svg.querySelector('.node');
    if (node) node.focus({preventScroll: true});
  }

  key(event) {
    const place = event.target.closest('.node');
    if (!place) return;
    const node = this.nodes.get(Number(place.dataset.state));
    const layer = [...this.nodes.values()].filter((each) => each.choices === node.choices).sort((a, b) => a.y - b.y);
    const row = layer.indexOf(node);
    const ahead = node.to.filter((state) => this.nodes.get(state).choices > node.choices);
    const before = node.from.filter((state) => this.nodes.get(state).choices < node.choices);
    const targets = {ArrowRight: ahead[0], ArrowLeft: before[0], ArrowDown: layer[row + 1]?.state, ArrowUp: layer[row - 1]?.state};
    if (event.key === 'Enter' || event.key === ' ') this.go(node.path);
    else if (!(event.key in targets)) return;
    else if (targets[event.key] !== undefined) this.focus(targets[event.key]);
    event.preventDefault();
    event.stopPropagation();
  }
}

// How the search went on: states, memory and rate over time, as small drawings. A search that begins anew begins a new
// line.

const chartSize = {width: 320, height: 120, left: 4, right: 4, top: 8, bottom: 18};
const fewestSamples = 6;

function shortNumber(number) {
  for (const [unit, factor] of [['G', 1e9], ['M', 1e6], ['k', 1e3]]) {
    if (number >= factor) return (number / factor).toFixed(number >= 10 * factor ? 0 : 1) + ' ' + unit;
  }
  return String(Math.round(number));
}

function bytesText(bytes) {
  return bytes >= 2 ** 30 ? (bytes / 2 ** 30).toFixed(1) + ' GiB' : (bytes / 2 ** 20).toFixed(1) + ' MiB';
}

// Points [seconds, value] of each search from its samples.
function ratesOf(samples) {
  const points = [];
  for (let i = 1; i < samples.length; ++i) {
    const time = samples[i][0] - samples[i - 1][0];
    if (time > 0.005) points.push([samples[i][0], Math.max(0, samples[i][2] - samples[i - 1][2]) / time]);
  }
  return points;
}

function chart(title, series, textOf) {
  const size = chartSize;
  const all = series.flat();
  const longest = Math.max(...all.map((point) => point[0]), 1e-6);
  const highest = Math.max(...all.map((point) => point[1]), 1e-6);
  const x = (seconds) => size.left + (size.width - size.left - size.right) * seconds / longest;
  const y = (value) => size.height - size.bottom - (size.height - size.top - size.bottom) * value / highest;
  const base = size.height - size.bottom;
  const last = all[all.length - 1][1];
  const words = title + ': up to ' + textOf(highest) + ', at the end ' + textOf(last) + ', in ' + longest.toFixed(1) + ' s';
  const parts = [drawing('line', {x1: size.left, x2: size.width - size.right, y1: base, y2: base, class: 'axis'})];
  for (const points of series) {
    if (points.length === 0) continue;
    const path = points.map((point) => x(point[0]).toFixed(1) + ',' + y(point[1]).toFixed(1));
    const area = [x(points[0][0]).toFixed(1) + ',' + base, ...path, x(points[points.length - 1][0]).toFixed(1) + ',' + base];
    parts.push(drawing('polygon', {points: area.join(' '), class: 'area'}), drawing('polyline', {points: path.join(' '), class: 'curve'}));
  }
  parts.push(drawing('text', {x: size.left, y: size.height - 4}, '0 s'),
    drawing('text', {x: size.width - size.right, y: size.height - 4, 'text-anchor': 'end'}, longest.toFixed(1) + ' s'));
  return element('figure', {}, element('figcaption', {}, element('b', {}, title), element('span', {class: 'muted'}, 'up to ' + textOf(highest))),
    drawing('svg', {viewBox: `0 0 ${size.width} ${size.height}`, role: 'img', 'aria-label': words}, ...parts));
}

// The charts, or nothing if the search was over before there was anything to see.
function charts() {
  if (!report.samples.some((samples) => samples.length >= fewestSamples)) return null;
  const searches = report.samples.filter((samples) => samples.length > 1);
  const series = (position) => searches.map((samples) => samples.map((sample) => [sample[0], sample[position]]));
  const figures = [chart('states', series(1), shortNumber), chart('memory', series(4), bytesText)];
  const rates = searches.map(ratesOf).filter((points) => points.length > 1);
  if (rates.length > 0) figures.push(chart('transitions per second', rates, shortNumber));
  const frontier = series(3);
  if (frontier.flat().some((point) => point[1] > 0)) figures.push(chart('states to be expanded', frontier, shortNumber));
  return element('div', {class: 'charts'}, ...figures);
}

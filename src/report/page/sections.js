// What stands above and below the steps: the verdict, the table of properties, inputs, output, statistics.

function table(heads, rows, label) {
  const cells = (row) => row.map((cell, index) => element(index === 0 ? 'th' : 'td', index === 0 ? {scope: 'row'} : {}, cell));
  return element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label},
    element('table', {}, element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', {scope: 'col'}, head)))),
      element('tbody', {}, ...rows.map((row) => element('tr', {}, ...cells(row))))));
}

function section(title, ...content) {
  const id = 'section-' + title.replace(/\W+/g, '-').toLowerCase();
  return element('section', {'aria-labelledby': id}, element('h2', {id}, title), ...content);
}

function showHead() {
  const verdict = document.getElementById('verdict');
  verdict.textContent = report.verdict;
  verdict.className = 'verdict-' + report.verdict;
  document.getElementById('files').textContent = report.files;
  document.getElementById('foot').textContent = 'Clew ' + report.clew + ', program ' + report.program.slice(0, 16);
}

function showMessage(trace) {
  const message = document.getElementById('message');
  if (!trace) {
    message.textContent = report.detail;
    return;
  }
  const where = placeText(trace.place);
  const at = where && !trace.message.includes(where) ? ', at ' + where : '';
  message.replaceChildren(element('strong', {}, trace.property), ': ' + trace.message + at);
}

// A table of all questions, if there are several; choosing one shows its path.
function showAnswers(choose) {
  if (report.answers.length < 2 && report.answers.every((answer) => answer.expected === '-')) return;
  document.getElementById('answers').hidden = false;
  const isExpected = report.answers.some((answer) => answer.expected !== '-');
  document.getElementById('expected').hidden = !isExpected;
  document.querySelector('#answers tbody').replaceChildren(...report.answers.map((answer) => {
    const button = answer.trace === undefined ? '' : element('button', {type: 'button', 'data-trace': answer.trace, 'aria-label': 'Show the path of ' + answer.name}, 'show');
    if (button) button.addEventListener('click', () => choose(answer.trace));
    return element('tr', {}, element('th', {scope: 'row'}, answer.name), isExpected ? element('td', {}, answer.expected) : null,
      element('td', {class: 'result-' + answer.result}, answer.text), element('td', {}, button));
  }));
}

function markAnswer(trace) {
  for (const button of document.querySelectorAll('#answers button')) {
    const isShown = Number(button.dataset.trace) === trace;
    button.textContent = isShown ? 'shown' : 'show';
    button.setAttribute('aria-pressed', String(isShown));
  }
}

// The row in which each input was given, or -1. Inputs come in the order of the rows, and each takes an effect of its own.
function rowsOfInputs(trace) {
  let row = 0;
  let effect = 0;
  const isGiven = (input) => {
    const place = trace.rows[row].place;
    const text = trace.rows[row].effects[effect];
    return place && input.place && place[0] === input.place[0] && place[1] === input.place[1] &&
      (text.endsWith(' is ' + input.value) || text.startsWith('chooses ' + input.value + ' of '));
  };
  return trace.inputs.map((input) => {
    const [oldRow, oldEffect] = [row, effect];
    for (; row < trace.rows.length; ++row, effect = 0) {
      for (; effect < (trace.rows[row].effects || []).length; ++effect) {
        if (!isGiven(input)) continue;
        ++effect;
        return row;
      }
    }
    [row, effect] = [oldRow, oldEffect];
    return -1;
  });
}

function inputsOf(trace, go) {
  if (trace.inputs.length === 0) return null;
  const given = rowsOfInputs(trace);
  const rows = trace.inputs.map((input, index) => {
    const where = placeText(input.place);
    const row = given[index];
    const button = row < 0 ? where : element('button', {type: 'button', 'aria-label': 'To the step at ' + where}, where);
    if (row >= 0) button.addEventListener('click', () => go(row));
    const who = trace.threads.length > 1 ? trace.threads[input.thread].name + ', ' : '';
    return [input.name, element('code', {}, input.value), who + input.function, button];
  });
  const more = trace.inputCount - trace.inputs.length;
  return section('Inputs', table(['name', 'value', 'given by', 'at'], rows, 'Inputs'), more > 0 ? element('p', {class: 'muted'}, 'and ' + more + ' more') : null);
}

function outputOf(trace) {
  if (!trace.output) return null;
  const isCut = trace.outputLength > trace.output.length && trace.output.endsWith('...');
  return section('What the program printed', element('pre', {tabindex: '0'}, trace.output),
    isCut ? element('p', {class: 'muted'}, trace.outputLength + ' bytes, of which these are the first') : null);
}

function clausesSection() {
  const clauses = report.answers.flatMap((answer) => answer.clauses);
  if (clauses.length < 2) return null;
  const list = element('ul', {class: 'clauses'}, ...clauses.map(([name, result]) =>
    element('li', {class: 'result-' + result}, element('span', {class: 'name'}, name), ' ', element('span', {class: 'result'}, result))));
  return element('details', {open: report.verdict !== 'violated'}, element('summary', {}, 'What was checked'), list);
}

function statisticsSection() {
  const facts = element('dl', {class: 'facts'}, ...report.facts.map(([name, text]) => element('div', {}, element('dt', {}, name), element('dd', {}, text))));
  const parts = [facts];
  const drawn = charts();
  if (drawn) parts.push(drawn);
  if (drawn && report.ranks.length > 1) parts.push(element('p', {class: 'muted'}, 'The charts show what all processes had done, as the first one heard of it, and the memory of the first.'));
  if (report.ranks.length > 0) parts.push(table(['process', 'states', 'transitions', 'claims', 'messages', 'sent', 'seconds'], report.ranks, 'Processes'));
  if (report.ranges.length > 0) parts.push(table(['range', 'states', 'transitions', 'seconds'], report.ranges, 'Ranges'));
  return section('Statistics', ...parts);
}

function showSections(trace, go) {
  const parts = [];
  if (trace) {
    parts.push(inputsOf(trace, go), outputOf(trace),
      section('To see it again', element('pre', {tabindex: '0', class: 'command'}, trace.command)));
  }
  if (report.notes.length > 0) parts.push(section('Notes', element('ul', {}, ...report.notes.map((note) => element('li', {}, note)))));
  parts.push(clausesSection(), statisticsSection());
  document.getElementById('sections').replaceChildren(...parts.filter((part) => part));
}

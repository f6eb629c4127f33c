// The pages of clew check --html in a browser: each is opened, stepped through by keyboard only, and searched. What it
// shows is compared with the report of --json of the same run, from which values and locks are worked out here once
// more, by the words of the trace.
import assert from 'node:assert/strict';
import {copyFileSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {clew, faintTexts, finish, folder, launch, open, root, screenshots} from './browser.mjs';

const browser = await launch();

function example(name) {
  copyFileSync(path.join(root, name), path.join(folder, path.basename(name)));
  return path.basename(name);
}

// Checks a program; the report of --json.
function check(name, words, status = 1) {
  clew(['check', '--html', name + '.html', '--json', name + '.json', ...words], status);
  return JSON.parse(readFileSync(path.join(folder, name + '.json'), 'utf8'));
}

// What can be seen of the current step.
function look(page) {
  return page.evaluate(() => ({
    now: document.getElementById('now').textContent,
    position: document.querySelector('#now .position').textContent,
    selected: [...document.querySelectorAll('#steps [aria-selected=true]')].map((item) => item.id),
    active: document.getElementById('steps').getAttribute('aria-activedescendant'),
    current: [...document.querySelectorAll('#code .current')].map((line) => Number(line.querySelector('.number').textContent)),
    effects: [...document.querySelectorAll('#effects .effect')].map((item) => item.textContent),
    threads: [...document.querySelectorAll('#threads tbody tr')].map((row) => row.textContent),
    holds: [...document.querySelectorAll('#threads tbody tr')].map((row) => row.querySelector('.holds')?.textContent ?? ''),
    values: Object.fromEntries([...document.querySelectorAll('#values tbody tr')].map((row) => {
      const cell = row.querySelector('td').cloneNode(true);
      cell.querySelector('.old')?.remove();
      return [row.querySelector('th').textContent, cell.textContent];
    })),
  }));
}

// Locks and values after each line, by the words of the trace.
function follow(trace) {
  const held = new Map(trace.threads.map((thread) => [thread.name, new Set()]));
  const values = new Map();
  return trace.lines.map((line) => {
    for (const effect of line.effects) {
      const lock = effect.match(/^(locks|wakes up, locks) (\S+)$/);
      const unlock = effect.match(/^unlocks (\S+)$/);
      const write = effect.match(/^(\S+): (.*) -> (.*)$/);
      const read = effect.match(/^reads (\S+) = (.*)$/);
      if (lock) held.get(line.thread).add(lock[2]);
      if (unlock) held.get(line.thread).delete(unlock[1]);
      if (write) values.set(write[1], write[3]);
      if (read) values.set(read[1], read[2]);
    }
    return {held: trace.threads.map((thread) => [...held.get(thread.name)].sort()), values: new Map(values)};
  });
}

// Goes through all steps by keyboard and compares them with the trace. The report leaves out lines of long steps, which
// the page has; then only the lines before them are compared.
async function walk(page, document) {
  const left = document.trace.lines.findIndex((line) => line.effects.includes('... more of the same step'));
  const trace = left < 0 ? document.trace : {...document.trace, lines: document.trace.lines.slice(0, left)};
  const expected = follow(trace);
  await page.keyboard.press('f');  // nothing is folded
  if (await page.getAttribute('#fold', 'aria-pressed') === 'true') await page.keyboard.press('f');
  await page.keyboard.press('Home');
  const stops = await page.$$eval('#steps li', (list) => list.length);
  if (left < 0) assert.equal(stops, trace.lines.length + 1);
  const keys = ['ArrowRight', 'j', 'ArrowDown'];
  for (let i = 0; i < trace.lines.length; ++i) {
    const seen = await look(page);
    assert.equal(seen.position, `${i + 1} of ${stops}`);
    assert.deepEqual(seen.selected, [seen.active]);
    assert.deepEqual(seen.effects, trace.lines[i].effects);
    if (trace.lines[i].location.line > 0) assert.deepEqual(seen.current, [trace.lines[i].location.line]);
    const holds = expected[i].held.map((locks) => locks.join(', '));
    assert.deepEqual(seen.holds.map((text) => text.replace('holds ', '').split(', ').sort().join(', ')), holds, `row ${i}`);
    for (const [name, value] of expected[i].values) {
      const shown = seen.values[name] ?? Object.entries(seen.values).find(([each]) => each.startsWith(name + ' of '))?.[1];
      if (shown !== 'gone') assert.equal(shown, value, `row ${i}: ${name}`);
    }
    await page.keyboard.press(keys[i % keys.length]);
  }
  if (left >= 0) await page.keyboard.press('End');
  const end = await look(page);
  assert.equal(end.position, `${stops} of ${stops}`);
  assert.ok(end.now.includes(document.violation.message), end.now);
  if (document.violation.location.line > 0) assert.deepEqual(end.current, [document.violation.location.line]);
  for (const each of trace.end) assert.ok(end.threads.some((text) => text.startsWith(each.thread) && text.includes(each.state)), each.state);
  await page.keyboard.press('ArrowRight');  // there is nothing behind the end
  assert.deepEqual(await look(page), end);
  for (const key of ['k', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
  assert.equal((await look(page)).position, `${Math.max(1, stops - 3)} of ${stops}`);
  await page.keyboard.press('End');
  assert.deepEqual(await look(page), end);
  await page.keyboard.press('Home');
  assert.ok((await look(page)).position.startsWith('1 of '));
}

// Looks for a word, by keyboard.
async function search(page, word) {
  const rows = (await page.$$eval('#steps li', (list) => list.map((item) => item.textContent))).filter((text) => text.toLowerCase().includes(word));
  await page.keyboard.press('End');
  await page.keyboard.press('/');
  await page.keyboard.type(word);
  const count = await page.textContent('#hits');
  assert.ok(Number(count) >= rows.length && rows.length > 0, `${count} hits, ${rows.length} lines`);
  await page.keyboard.press('Enter');
  const row = await page.textContent('#steps [aria-selected=true]');
  const effects = (await look(page)).effects;
  assert.ok([row, ...effects, await page.textContent('#effects')].join(' ').toLowerCase().includes(word), row);
  await page.keyboard.press('Escape');
  assert.equal(await page.textContent('#hits'), '');
}

// No text is hard to read, nothing sticks out at the side, nothing complained, nothing was fetched.
async function finishPage(opened, name) {
  const {page} = opened;
  await page.screenshot({path: path.join(screenshots, name + '.png')});
  assert.deepEqual(await faintTexts(page), [], name);
  const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(inner <= outer, `${name}: ${inner} wide in ${outer}`);
  assert.deepEqual(opened.complaints, [], name);
  assert.deepEqual(opened.requests.length, 1, name);
  await opened.close();
}

// More pictures of a page, at the end or a step before it.
async function pictures(name, kinds) {
  const settings = {
    dark: {colorScheme: 'dark'},
    tablet: {viewport: {width: 900, height: 1100}},
    phone: {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true, deviceScaleFactor: 2},
  };
  for (const kind of kinds) {
    const opened = await open(browser, name + '.html', settings[kind]);
    await opened.page.keyboard.press('End');
    if (kind !== 'dark') await opened.page.keyboard.press('k');
    await finishPage(opened, `${name}-${kind}`);
  }
}

const tests = {
  async aDeadlock() {
    const document = check('deadlock', [example('examples/philosophers.c'), '--search', 'bfs']);
    const opened = await open(browser, 'deadlock.html');
    await walk(opened.page, document);
    await search(opened.page, 'locks');
    await opened.page.keyboard.press('End');
    const waiting = await opened.page.$$eval('#threads .waits', (cells) => cells.map((cell) => cell.textContent));
    assert.ok(waiting.length >= 2 && waiting.every((text) => /waits for/.test(text)), String(waiting));
    await finishPage(opened, 'deadlock');
    await pictures('deadlock', ['dark', 'tablet', 'phone']);
  },

  async aRace() {
    const document = check('race', [example('examples/singleton.cpp'), '--search', 'bfs']);
    const opened = await open(browser, 'race.html');
    await walk(opened.page, document);
    await opened.page.keyboard.press(']');
    assert.notEqual((await look(opened.page)).position, '1');
    await finishPage(opened, 'race');
  },

  async aMemoryError() {
    writeFileSync(path.join(folder, 'list.c'), `#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *head;
static int sum;

static void push(int value) {
  struct node *made = malloc(sizeof *made);
  made->value = value;
  made->next = head;
  head = made;
}

static void drop_odd(void) {
  for (struct node **link = &head; *link != NULL; link = &(*link)->next)
    if ((*link)->value % 2 == 1)
      free(*link);
}

int main(void) {
  for (int i = 1; i <= 4; ++i)
    push(i);
  sum = head->value;
  drop_odd();
  return sum;
}
`);
    const document = check('memory', ['list.c']);
    assert.equal(document.violation.property, 'use-after-free');
    const opened = await open(browser, 'memory.html');
    await walk(opened.page, document);
    await search(opened.page, 'frees');
    await opened.page.keyboard.press('End');
    const values = Object.entries((await look(opened.page)).values);
    assert.ok(values.some(([name, value]) => name.startsWith('heap(list.c') && value === 'gone'), 'what was freed is gone');
    await finishPage(opened, 'memory');
    await pictures('memory', ['phone']);
  },

  async inputsOfASymbolicResult() {
    const document = check('symbolic', [example('examples/record_bounds.c'), '--engine', 'symbolic']);
    const opened = await open(browser, 'symbolic.html');
    await walk(opened.page, document);
    const rows = await opened.page.$$eval('#sections section', (sections) => sections
      .filter((each) => each.querySelector('h2').textContent === 'Inputs')
      .flatMap((each) => [...each.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))));
    assert.deepEqual(rows.map((row) => row.slice(0, 2)), document.trace.inputs.map((input) => [input.name, input.value]));
    await opened.page.getByRole('button', {name: 'To the step at record_bounds.c:27'}).press('Enter');
    assert.ok((await look(opened.page)).now.includes(document.trace.inputs[1].value));
    await finishPage(opened, 'symbolic');
    await pictures('symbolic', ['dark']);
  },

  async aTableOfAutomata() {
    const document = check('rules', [example('tests/browser/rules.c'), '--spec', example('tests/browser/rules.spc')]);
    const opened = await open(browser, 'rules.html');
    const {page} = opened;
    const rows = await page.$$eval('#answers tbody tr', (list) => list.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.deepEqual(rows.map((row) => row[0]), document.specifications.map((each) => each.automaton));
    for (const [i, each] of document.specifications.entries()) assert.ok(rows[i][1].startsWith(each.result), rows[i][1]);
    const violated = document.specifications.filter((each) => each.violation);
    assert.equal(violated.length, 2);
    for (const each of violated) {
      const button = page.getByRole('button', {name: 'Show the path of ' + each.automaton});
      await button.focus();
      await page.keyboard.press('Enter');
      assert.equal(await button.getAttribute('aria-pressed'), 'true');
      await page.keyboard.press('End');
      assert.ok((await look(page)).now.includes(each.violation.message), each.violation.message);
    }
    await page.evaluate(() => window.scrollTo(0, 0));
    await finishPage(opened, 'rules');
    await pictures('rules', ['phone']);
  },

  async texts() {
    // Whatever a program says, it is text.
    const name = 'a<b>&"\'.c';
    writeFileSync(path.join(folder, name), Buffer.concat([Buffer.from(`#include <assert.h>
#include <stdio.h>
#include <clew.h>
/* </script><script>window.broken = 1</script> <!-- <img src=x onerror="window.broken = 2"> @DATA@ @SCRIPT@ */
static const char *text = "</script><script>window.broken = 3</script>]]>\u2028";
static int shared;
int main(void) {
  puts(text); puts("</pre><b onclick=alert(1)>&amp;</b>");
  shared = clew_choose(2); /* `), Buffer.from([0xff, 0xfe, 0x00, 0x1b, 0x80]), Buffer.from(` */
  assert(!shared && "</script><script>window.broken = 4</script><!--");
  return 0;
}
`)]));
    const document = check('texts', [name, '--arg', '</script><script>window.broken = 5</script>']);
    const opened = await open(browser, 'texts.html');
    await walk(opened.page, document);
    assert.equal(await opened.page.evaluate(() => window.broken), undefined);
    assert.equal(await opened.page.evaluate(() => document.scripts.length), 2);
    assert.equal(await opened.page.$$eval('img, b[onclick]', (list) => list.length), 0);
    assert.equal(await opened.page.textContent('#files'), name);
    assert.ok((await opened.page.textContent('#code')).includes('</script><script>window.broken = 1</script> <!-- <img'));
    assert.ok((await opened.page.textContent('#sections')).includes('</pre><b onclick=alert(1)>&amp;</b>'));
    await finishPage(opened, 'texts');
  },

  async searchesThatTakeTime() {
    const program = example('benchmarks/systems/philosophers.c');
    for (const [name, words] of Object.entries({
      parallel: ['--jobs', '2'],
      external: ['--search', 'bfs', '--store', 'strict', '--store-dir', 'run', '--memory-limit', '1G'],
    })) {
      const document = check(name, [program, ...words, '--time-limit', '1.2', '--', '-DN=14'], 2);
      const opened = await open(browser, name + '.html');
      assert.equal(await opened.page.textContent('#verdict'), document.verdict);
      assert.equal(await opened.page.isVisible('#trace'), false);
      const labels = await opened.page.$$eval('figure svg', (list) => list.map((each) => each.getAttribute('aria-label')));
      for (const what of ['states:', 'memory:', 'transitions per second:']) assert.ok(labels.some((label) => label.startsWith(what)), `${name}: ${labels}`);
      await finishPage(opened, name);
    }
  },

  async foldsAndFocus() {
    writeFileSync(path.join(folder, 'long.c'), `#include <assert.h>
static int noise[40], kept;
int main(void) {
  kept = 3;
  for (int i = 0; i < 5; ++i)
    noise[i] = i;
  noise[7] = 1;
  noise[8] = 2;
  noise[9] = 3;
  noise[10] = 4;
  noise[11] = 5;
  assert(kept == 4);
  return 0;
}
`);
    const document = check('long', ['long.c']);
    const opened = await open(browser, 'long.html');
    const {page} = opened;
    const rows = await page.$$eval('#steps li', (list) => list.map((item) => item.textContent));
    assert.ok(rows.length < document.trace.lines.length + 1, 'something is folded');
    assert.ok(rows.some((row) => /kept: 0 -> 3/.test(row)), 'what the violation depends on is not: ' + rows.join('\n'));
    const folded = rows.findIndex((row) => /lines folded/.test(row));
    for (let i = 0; i < folded; ++i) await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    assert.equal(await page.$$eval('#steps li', (list) => list.length), document.trace.lines.length + 1);
    await page.keyboard.press('f');
    await page.keyboard.press('Home');
    // Everything can be reached by Tab, and the steps have the keys once they are reached.
    const reached = [];
    await page.evaluate(() => document.activeElement.blur());
    for (let i = 0; i < 14; ++i) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate(() => document.activeElement.id || document.activeElement.className || document.activeElement.tagName));
    }
    for (const id of ['skip', 'forward', 'query', 'fold', 'steps', 'code', 'facts']) assert.ok(reached.includes(id), `${id} in ${reached}`);
    const roles = await page.evaluate(() => [document.getElementById('now').getAttribute('aria-live'), document.getElementById('steps').getAttribute('role'), document.documentElement.lang]);
    assert.deepEqual(roles, ['polite', 'listbox', 'en']);
    await finishPage(opened, 'long');
  },
};

let failures = 0;
for (const [name, test] of Object.entries(tests)) {
  const begin = Date.now();
  try {
    await test();
    console.log(`ok ${name} (${Date.now() - begin} ms)`);
  } catch (error) {
    ++failures;
    console.log(`FAILED ${name}: ${error.stack}`);
  }
}
await browser.close();
finish();
process.exit(failures === 0 ? 0 : 1);

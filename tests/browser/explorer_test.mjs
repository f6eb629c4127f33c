// The page of clew explore in a browser: walked by mouse and by keyboard only, to paths and to violations. What it shows is
// compared with what clew check --json and clew replay say of the same program.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {copyFileSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {clew, faintTexts, finish, folder, launch, option, root, screenshots, watched} from './browser.mjs';

const browser = await launch();
const servers = [];

function example(name) {
  copyFileSync(path.join(root, name), path.join(folder, path.basename(name)));
  return path.basename(name);
}

// Starts clew explore; where its page is. It ends when its standard input does.
function serve(words) {
  const binary = path.resolve(option('clew', path.join(root, 'build/clew')));
  const server = spawn(binary, ['explore', ...words], {cwd: folder, stdio: ['pipe', 'pipe', 'inherit']});
  servers.push(server);
  return new Promise((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (data) => {
      text += data;
      const found = text.match(/^explore: (\S+)\n/m);
      if (found) resolve(found[1]);
    });
    server.on('exit', () => reject(new Error('clew explore has ended: ' + text)));
  });
}

async function open(address, settings = {}) {
  const opened = await watched(browser, settings);
  await opened.page.goto(address);
  await opened.page.waitForSelector('body[data-path]');
  return opened;
}

// Waits until the page shows this path.
const arrive = (page, where) => page.waitForSelector(`body[data-path="${where}"]`);

function look(page) {
  return page.evaluate(() => ({
    path: document.body.dataset.path,
    verdict: document.getElementById('verdict').textContent,
    now: document.getElementById('now').textContent,
    state: Number(document.querySelector('#now .position').textContent.match(/state (\d+)/)[1]),
    choices: [...document.querySelectorAll('#choices button')].map((button) => ({
      number: Number(button.dataset.number), thread: button.querySelector('.who').textContent,
      does: button.querySelector('.does').textContent, ends: button.querySelector('.ends').textContent})),
    threads: [...document.querySelectorAll('#threadlist > li')].map((item) => [item.dataset.thread, item.textContent]),
    globals: Object.fromEntries([...document.querySelectorAll('#globals > li > .row')].map((row) => [row.querySelector('.name').textContent,
      [...row.querySelector('.value').childNodes].filter((node) => node.className !== 'old').map((node) => node.textContent).join('')])),
    rows: [...document.querySelectorAll('#steps li .what')].map((item) => item.textContent),
    nodes: document.querySelectorAll('#map .node').length,
    visited: document.querySelectorAll('#map .node.visited').length,
    command: document.getElementById('command').textContent,
  }));
}

const pathText = (choices) => choices.join('.').replace(/\b(\d+)(?:\.\1\b)+/g, (all, choice) => choice + 'x' + all.split('.').length);

function choicesOf(text) {
  return text === '' ? [] : text.split('.').flatMap((part) => {
    const [choice, times] = part.split('x').map(Number);
    return new Array(times || 1).fill(choice);
  });
}

async function finishPage(opened, name) {
  const {page} = opened;
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({path: path.join(screenshots, name + '.png'), fullPage: true});
  assert.deepEqual(await faintTexts(page), [], name);
  const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(inner <= outer, `${name}: ${inner} wide in ${outer}`);
  assert.deepEqual(opened.complaints, [], name);
  const own = new URL(page.url()).origin;
  assert.ok(opened.requests.every((url) => url.startsWith(own) || url.startsWith('data:')), name);
  await opened.close();
}

const counter = `#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct pair { int left, right; };
static int count;
static struct pair pairs[3];
static struct pair *made;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  int mine = (int)(long)argument;
  pthread_mutex_lock(&lock);
  int seen = count;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  count = seen + 1;
  pairs[mine].left = seen + 10;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  made = malloc(sizeof *made);
  made->left = 1;
  pthread_create(&first, NULL, work, (void *)1);
  pthread_create(&second, NULL, work, (void *)2);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  free(made);
  assert(count == 2);
  return 0;
}
`;

const tests = {
  // Along the path of the counterexample by keyboard only, each state compared with the report.
  async byKeyboardToADeadlock() {
    const program = example('examples/philosophers.c');
    clew(['check', program, '--search', 'bfs', '--json', 'deadlock.json'], 1);
    const report = JSON.parse(readFileSync(path.join(folder, 'deadlock.json'), 'utf8'));
    const address = await serve([program]);
    const opened = await open(address);
    const {page} = opened;
    const way = choicesOf(report.violation.path);
    const effects = report.trace.lines.flatMap((line) => line.effects);
    for (let i = 0; i < way.length; ++i) {
      const here = await look(page);
      assert.equal(here.path, pathText(way.slice(0, i)));
      assert.equal(here.verdict, 'open');
      const at = here.choices.findIndex((choice) => choice.number === way[i]);
      if (i % 2 === 0) {
        await page.keyboard.press(String(at + 1));
      } else {
        // The first choice has the focus when a state is new.
        for (let k = 0; k < at; ++k) await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
      }
      await arrive(page, pathText(way.slice(0, i + 1)));
      const rows = (await look(page)).rows;
      const does = here.choices[at].does.split('; ');
      for (const effect of does) assert.ok(rows.join('; ').includes(effect.replace(/^T\d /, '')), `${effect} in ${rows}`);
    }
    const end = await look(page);
    assert.equal(end.verdict, 'violated');
    assert.ok(end.now.includes(report.violation.message), end.now);
    assert.deepEqual(end.rows.slice(0, -1).flatMap((row) => row.split('; ')), effects);
    for (const each of report.trace.end) {
      const shown = end.threads.find(([name]) => name === each.thread);
      assert.ok(shown[1].includes(each.state), `${shown} has ${each.state}`);
    }
    assert.equal(end.choices.length, 0);
    assert.ok(end.visited >= way.length + 1, 'the map has the whole way');
    assert.ok(clew(end.command.split('\n')[0].split(' ').slice(1), 1).includes('violated (deadlock)'), 'the command shows it again');
    assert.ok(!end.command.includes(new URL(address).pathname.slice(1, -1)), 'what is shared has no token');
    await page.keyboard.press('Backspace');
    await arrive(page, pathText(way.slice(0, -1)));
    await page.keyboard.press('ArrowRight');
    await arrive(page, pathText(way));
    await page.keyboard.press('Home');
    await arrive(page, '');
    await page.keyboard.press('End');
    await arrive(page, pathText(way));
    await page.reload();
    await arrive(page, pathText(way));
    assert.equal((await look(page)).verdict, 'violated', 'a reload keeps the place');
    await page.goBack();
    await arrive(page, '');
    await page.goForward();
    await arrive(page, pathText(way));
    await finishPage(opened, 'explorer-deadlock');
    for (const [kind, settings] of Object.entries({
      dark: {colorScheme: 'dark'},
      tablet: {viewport: {width: 900, height: 1100}},
      phone: {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true, deviceScaleFactor: 2},
    })) {
      const other = await open(address + '#path=' + pathText(way.slice(0, -2)), settings);
      await finishPage(other, 'explorer-' + kind);
    }
  },

  // Everything else by keyboard and mouse: values, parts, violations, paths, the map, comparing, bookmarks.
  async lookingAround() {
    writeFileSync(path.join(folder, 'counter.c'), counter);
    const opened = await open(await serve(['counter.c']));
    const {page} = opened;
    assert.equal((await look(page)).globals.count, '0');
    await page.click('#choices button:nth-of-type(1)');
    await page.waitForFunction(() => document.body.dataset.path !== '');
    const one = await look(page);
    assert.ok(one.nodes > 1 && one.visited === 2, `${one.nodes} states, ${one.visited} visited`);
    // To the violation, and what replay says of it.
    await page.keyboard.press('v');
    await page.waitForSelector('body[data-standing=violated]');
    const bad = await look(page);
    const replayed = clew(['replay', 'counter.c', '--path', bad.path, '--trace', 'full'], 1);
    assert.ok(replayed.includes('verdict: violated (assert)'), replayed);
    assert.equal(bad.globals.count, '1');
    for (const row of bad.rows.slice(0, -1)) for (const effect of row.split('; ')) assert.ok(replayed.includes(effect), effect);
    assert.ok(bad.visited > one.visited, 'the map grows');
    // The next one is another.
    await page.keyboard.press('v');
    await page.waitForFunction((old) => document.body.dataset.path !== old, bad.path);
    const next = await look(page);
    assert.equal(next.verdict, 'violated');
    assert.notEqual(next.path, bad.path);
    // Parts of variables stay open from state to state.
    await page.getByRole('button', {name: 'Parts of pairs'}).click();
    await page.getByRole('button', {name: 'Parts of [1]'}).click();
    const parts = page.locator('#globals .tree .tree .row');
    await parts.first().waitFor();
    assert.match(await parts.first().textContent(), /left1[01]/);
    await page.keyboard.press('Home');
    await arrive(page, '');
    await page.waitForFunction(() => document.querySelector('#globals .tree .tree .row .value')?.textContent === '0');
    // Compare two states.
    await page.keyboard.press('c');
    await page.keyboard.press('g');
    await page.keyboard.type(bad.path);
    await page.keyboard.press('Enter');
    await arrive(page, bad.path);
    await page.keyboard.press('c');
    await page.locator('#comparison table').last().waitFor();
    const rows = await page.$$eval('#comparison tbody tr', (list) => list.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.deepEqual(rows.find((row) => row[0] === 'count'), ['count', '0', '1']);
    assert.deepEqual(rows.find((row) => row[0] === 'pairs[1].left').slice(0, 2), ['pairs[1].left', '0']);
    assert.deepEqual(rows.find((row) => row[0] === 'made->left'), ['made->left', '1', 'not there']);
    assert.ok(rows.every(([, first, second]) => first !== second));
    await page.screenshot({path: path.join(screenshots, 'explorer-compare.png'), fullPage: true});
    // Bookmarks, which survive a reload, can be taken along and read back.
    await page.keyboard.press('b');
    await page.reload();
    await arrive(page, bad.path);
    await page.locator('#notessection summary').click();
    const text = await page.inputValue('#notes');
    assert.ok(text.includes(`replay counter.c --path ${bad.path}`), text);
    assert.ok(!text.includes(new URL(page.url()).pathname.slice(1, -1)), 'no token');
    await page.getByRole('button', {name: 'Remove ' + bad.path}).click();
    assert.equal(await page.inputValue('#notes'), '');
    await page.fill('#notes', text);
    await page.click('#readnotes');
    await page.keyboard.press('Escape');
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('Home');
    await arrive(page, '');
    await page.getByRole('button', {name: 'Go to ' + bad.path}).click();
    await arrive(page, bad.path);
    // The map by keyboard: to the state before, and there.
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.waitForFunction((old) => document.body.dataset.path !== old, bad.path);
    const before = await look(page);
    assert.equal(choicesOf(before.path).length, choicesOf(bad.path).length - 1);
    // A path that does not fit is complained about, and nothing changes.
    await page.evaluate(() => document.activeElement.blur());
    for (const wrong of ['99', '0x', 'bad']) {
      await page.keyboard.press('g');
      await page.keyboard.type(wrong);
      const [refused] = await Promise.all([page.waitForResponse((response) => response.url().endsWith('/go')), page.keyboard.press('Enter')]);
      assert.equal(refused.status(), 422);
      await page.locator('#problem:not([hidden])').waitFor();
      assert.equal((await look(page)).path, before.path);
    }
    assert.ok(opened.complaints.splice(0).every((text) => text.includes('422')), 'only the refused requests');
    await page.keyboard.press('Backspace');
    await page.waitForFunction((old) => document.body.dataset.path !== old, before.path);
    assert.equal(await page.isVisible('#problem'), false);
    // Back along the steps at the left.
    await page.focus('#steps');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('?');
    assert.equal(await page.getAttribute('#keys', 'open'), '');
    await page.keyboard.press('Escape');
    await finishPage(opened, 'explorer-counter');
  },

  // A search beside the walk decides as clew check does.
  async searches() {
    for (const [words, status] of [[[example('examples/philosophers.c')], 1], [['safe.c'], 0], [['counter.c', '--invariant', 'count <= 1'], 1]]) {
      writeFileSync(path.join(folder, 'counter.c'), counter);
      writeFileSync(path.join(folder, 'safe.c'), counter.replace('assert(count == 2)', 'assert(count >= 1)'));
      clew(['check', ...words, '--json', 'search.json'], status);
      const report = JSON.parse(readFileSync(path.join(folder, 'search.json'), 'utf8'));
      const opened = await open(await serve(words));
      const {page} = opened;
      await page.keyboard.press('s');
      await page.waitForSelector(`#progress[data-verdict="${report.verdict}"]`);
      const said = await page.textContent('#progress');
      if (status === 0) assert.ok(said.includes(`${report.statistics.states} states`), `${said}, ${report.statistics.states}`);
      assert.equal(await page.isVisible('#gotofound'), status === 1);
      if (status === 1) {
        await page.click('#gotofound');
        await arrive(page, report.violation.path);
        assert.ok((await look(page)).now.includes(report.violation.message));
      } else {
        await page.keyboard.press('v');
        await page.waitForFunction(() => document.getElementById('progress').textContent.startsWith('No other violation was found'));
      }
      await opened.close();
      assert.deepEqual(opened.complaints, []);
    }
  },

  // A long one shows how it goes, and can be stopped while somebody walks.
  async aSearchThatTakesTime() {
    const opened = await open(await serve([example('benchmarks/systems/philosophers.c'), '--', '-DN=14']));
    const {page} = opened;
    await page.keyboard.press('s');
    await page.waitForSelector('#charts figure');
    await page.keyboard.press('1');
    await page.waitForFunction(() => document.body.dataset.path !== '');
    await page.click('#stop');
    await page.waitForSelector('#progress[data-verdict="unknown"]');
    assert.ok((await page.textContent('#progress')).includes('unknown'));
    await finishPage(opened, 'explorer-search');
  },

  // Whatever a program says, it is text.
  async texts() {
    const name = 'a<b>&"\'.c';
    writeFileSync(path.join(folder, name), `#include <assert.h>
#include <clew.h>
/* </script><script>window.broken = 1</script> <!-- <img src=x onerror="window.broken = 2"> @DATA@ @SCRIPT@ */
static char text[] = "</script><script>window.broken = 3</script>";
int main(void) { text[0] = (char)clew_choose(5); if (text[0] == 3) assert(!"</script><b onclick=alert(1)>"); return 0; }
`);
    const opened = await open(await serve([name]));
    const {page} = opened;
    assert.equal((await look(page)).choices.length, 5);
    await page.keyboard.press('v');
    await page.waitForSelector('body[data-standing=violated]');
    assert.equal((await look(page)).path, '3');
    assert.equal(await page.evaluate(() => window.broken), undefined);
    assert.equal(await page.$$eval('img, b[onclick]', (list) => list.length), 0);
    assert.equal(await page.textContent('#files'), name);
    await finishPage(opened, 'explorer-texts');
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
  for (const server of servers.splice(0)) server.stdin.end();
}
await browser.close();
finish();
process.exit(failures === 0 ? 0 : 1);

// What the tests of pages share: clew, Debian's Chromium, and a look at a page that finds what people cannot read.
// Chromium runs without its sandbox, since in a bare container there is only root, and its pages are our own.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

const skipped = 77;

export function option(name, fallback) {
  const place = process.argv.indexOf('--' + name);
  return place < 0 ? fallback : process.argv[place + 1];
}

export const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../..');
export const folder = mkdtempSync(path.join(tmpdir(), 'clew-browser-'));
export const screenshots = option('screenshots', path.join(folder, 'screenshots'));

function leave(why) {
  console.log(why);
  rmSync(folder, {recursive: true, force: true});
  process.exit(process.env.CLEW_BROWSER === 'required' ? 1 : skipped);
}

// The browser, or the end of the test if there is none.
export async function launch() {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
  if (!executablePath) leave('there is no Chromium; make setup installs it');
  const playwright = await import('playwright-core').catch(() => null);
  if (!playwright) leave('there is no playwright-core; make setup installs it');
  mkdirSync(screenshots, {recursive: true});
  const chromium = playwright.chromium ?? playwright.default.chromium;
  return chromium.launch({executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']});
}

// Runs clew in the folder of the test.
export function clew(words, status) {
  const done = spawnSync(path.resolve(option('clew', path.join(root, 'build/clew'))), words, {cwd: folder, encoding: 'utf8'});
  if (done.status !== status) throw new Error(`clew ${words.join(' ')}: status ${done.status}\n${done.stdout}${done.stderr}`);
  return done.stdout;
}

// An empty page, and whatever it complains about or asks for.
export async function watched(browser, settings = {}) {
  const context = await browser.newContext({viewport: {width: 1500, height: 950}, ...settings});
  const page = await context.newPage();
  const complaints = [];
  const requests = [];
  page.on('console', (message) => { if (message.type() !== 'log') complaints.push(message.text()); });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => requests.push(request.url()));
  return {page, complaints, requests, close: () => context.close()};
}

// A page with a file.
export async function open(browser, file, settings = {}) {
  const opened = await watched(browser, settings);
  await opened.page.goto('file://' + path.join(folder, file));
  return opened;
}

// Texts whose contrast to what is behind them is below 4.5, each once.
export function faintTexts(page) {
  return page.evaluate(() => {
    const numbers = (colour) => (colour.match(/[\d.]+/g) || []).map(Number);
    const light = (colour) => {
      const parts = numbers(colour).slice(0, 3).map((c) => c / 255).map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    const behind = (element) => {
      for (let each = element; each; each = each.parentElement) {
        const colour = getComputedStyle(each).backgroundColor;
        if (numbers(colour).length === 3 || numbers(colour)[3] === 1) return colour;
      }
      return 'rgb(255, 255, 255)';
    };
    const faint = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (walker.currentNode.textContent.trim() === '' || element.closest('script, noscript, .unseen, :disabled')) continue;
      if (element.getClientRects().length === 0) continue;
      const style = getComputedStyle(element);
      const front = element.closest('svg') ? style.fill : style.color;
      const [a, b] = [light(front), light(behind(element))].sort((x, y) => y - x);
      if ((a + 0.05) / (b + 0.05) < 4.5) faint.add(`${element.className || element.tagName}: ${front} on ${behind(element)}`);
    }
    return [...faint];
  });
}

export function finish() {
  rmSync(folder, {recursive: true, force: true});
}


// The site in a browser: pages from the disk, without complaints and without the network; the search by keyboard only;
// nothing that is too faint to read, in light and dark; nothing wider than a phone.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import path from 'node:path';
import {faintTexts, finish, folder, launch, open, root, screenshots} from './browser.mjs';

const browser = await launch();
const made = spawnSync(path.join(root, 'scripts/site.py'), [path.join(folder, 'site')], {encoding: 'utf8'});
assert.equal(made.status, 0, made.stdout + made.stderr);

const pages = ['index.html', 'tutorial.html', 'engines.html', 'verbs/check.html'];
const looks = [
  ['light', 'light', {width: 1500, height: 950}],
  ['dark', 'dark', {width: 1500, height: 950}],
  ['phone', 'light', {width: 390, height: 844}],
];

async function visit(name, settings, look) {
  const {page, complaints, requests, close} = await open(browser, 'site/' + name, settings);
  await look(page);
  assert.deepEqual(complaints, [], name);
  assert.deepEqual(requests.filter((url) => !/^(file|data):/.test(url)), [], name);
  await close();
}

// Pictures that are not there, also those further down that a browser would load later.
function brokenPictures(page) {
  return page.$$eval('img', async (list) => {
    await Promise.all(list.map((image) => { image.loading = 'eager'; return image.decode().catch(() => null); }));
    return list.filter((image) => image.naturalWidth === 0).map((image) => image.src);
  });
}

for (const name of pages) {
  await visit(name, {}, async (page) => {
    assert.deepEqual(await brokenPictures(page), [], name);
    for (const [kind, colorScheme, viewport] of looks) {
      await page.emulateMedia({colorScheme});
      await page.setViewportSize(viewport);
      assert.deepEqual(await faintTexts(page), [], `${name}, ${kind}`);
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(overhang <= 0, `${name}, ${kind}: wider than the screen by ${overhang}`);
      await page.screenshot({path: path.join(screenshots, `site-${name.replace(/\W/g, '-')}-${kind}.png`)});
    }
  });
}

// Looks for a heading from a page in a folder, goes there, and does not need a mouse for it.
await visit('verbs/check.html', {}, async (page) => {
  await page.keyboard.press('/');
  await page.keyboard.type('symbols');
  const chosen = await page.$$eval('#site-hits li', (list) => list.map((item) => item.getAttribute('aria-selected')));
  assert.ok(chosen.length >= 2);
  assert.deepEqual(chosen, chosen.map((_, index) => String(index === 0)));
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.getAttribute('#site-query', 'aria-activedescendant'), 'site-hit-1');
  await page.keyboard.press('ArrowUp');
  await page.screenshot({path: path.join(screenshots, 'site-search.png')});
  await page.keyboard.press('Enter');
  await page.waitForURL(/#inputs-as-symbols$/);
  const heading = await page.$eval(':target', (element) => element.firstChild.textContent.trim());
  assert.equal(heading, 'Inputs as symbols');
});

// Nothing is found for nonsense, and Escape ends the search.
await visit('index.html', {}, async (page) => {
  await page.keyboard.press('/');
  await page.keyboard.type('no such heading anywhere');
  assert.equal(await page.isVisible('#site-hits'), false);
  assert.equal(await page.textContent('#site-found'), '0 headings');
  await page.keyboard.press('Escape');
  assert.equal(await page.inputValue('#site-query'), '');
});

// Code that is wider than a phone is a stop of the keyboard, code that is not is none.
await visit('tutorial.html', {viewport: looks[2][2]}, async (page) => {
  const stops = await page.$$eval('pre', (list) => list.map((block) =>
    [block.scrollWidth > block.clientWidth, block.tabIndex === 0]));
  assert.ok(stops.some(([wide]) => wide) && stops.some(([wide]) => !wide));
  for (const [wide, stop] of stops) assert.equal(stop, wide);
});

// The first stop of the keyboard leads past the head to the text.
await visit('tutorial.html', {}, async (page) => {
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'site-text');
});

await browser.close();
finish();
console.log(`site: ${pages.length} pages in ${looks.length} looks`);

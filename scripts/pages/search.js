// Search over the headings of all pages, by keyboard: / begins, arrows choose, Enter goes there, Escape ends. The list of
// headings stands before this in the same file, so that a page from the disk, which may fetch nothing, has it, too.
(() => {
  'use strict';
  const most = 12;
  const root = document.documentElement.dataset.root;
  const query = document.getElementById('site-query');
  const hits = document.getElementById('site-hits');
  const found = document.getElementById('site-found');
  let chosen = -1;

  // How well a heading answers: all words must occur; those in the heading count more than those in the page's title, and
  // beginnings of words more than their middles.
  function worth(words, [page, heading]) {
    const own = heading.toLowerCase();
    const title = page.toLowerCase();
    let sum = own === title ? 1 : 0;
    for (const word of words) {
      const place = own.indexOf(word);
      if (place >= 0) sum += place === 0 || !/[a-z0-9]/.test(own[place - 1]) ? 6 : 3;
      else if (title.includes(word)) sum += 1;
      else return 0;
    }
    return sum + 1 / (1 + own.length);
  }

  function choose(place) {
    const items = [...hits.children];
    chosen = items.length === 0 ? -1 : (place + items.length) % items.length;
    items.forEach((item, index) => item.setAttribute('aria-selected', String(index === chosen)));
    if (chosen >= 0) {
      items[chosen].scrollIntoView({block: 'nearest'});
      query.setAttribute('aria-activedescendant', items[chosen].id);
    } else {
      query.removeAttribute('aria-activedescendant');
    }
  }

  function item([page, heading, place], index) {
    const element = document.createElement('li');
    element.id = 'site-hit-' + index;
    element.setAttribute('role', 'option');
    const link = document.createElement('a');
    link.href = root + '/' + place;
    link.tabIndex = -1;
    link.textContent = heading;
    if (heading !== page) {
      const where = document.createElement('small');
      where.textContent = page;
      link.append(where);
    }
    element.append(link);
    return element;
  }

  function close() {
    hits.hidden = true;
    query.setAttribute('aria-expanded', 'false');
    query.removeAttribute('aria-activedescendant');
    chosen = -1;
  }

  function search() {
    const words = query.value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    if (words.length === 0) {
      found.textContent = '';
      close();
      return;
    }
    const best = headings.map((entry) => [worth(words, entry), entry]).filter(([value]) => value > 0);
    best.sort((a, b) => b[0] - a[0]);
    hits.replaceChildren(...best.slice(0, most).map(([, entry], index) => item(entry, index)));
    hits.hidden = best.length === 0;
    query.setAttribute('aria-expanded', String(best.length > 0));
    found.textContent = best.length === 1 ? '1 heading' : best.length + ' headings';
    choose(0);
  }

  query.addEventListener('input', search);
  query.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      choose(chosen + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter' && chosen >= 0) {
      hits.children[chosen].firstChild.click();
      close();
      query.blur();
    } else if (event.key === 'Escape') {
      query.value = '';
      close();
      query.blur();
    } else {
      return;
    }
    event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === query) return;
    event.preventDefault();
    query.focus();
    query.select();
  });
  document.addEventListener('click', (event) => { if (!event.target.closest('#site-search')) close(); });
  document.getElementById('site-search').hidden = false;
})();

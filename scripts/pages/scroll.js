// What scrolls inside of the page: the list of pages shows the current one; code and tables that are wider than the page can be
// scrolled by keyboard, too, and those that are not are no stops on the way.
(() => {
  'use strict';
  const watch = new ResizeObserver((entries) => {
    for (const {target} of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute('tabindex');
    }
  });
  const pages = document.getElementById('site-pages');
  const current = pages.querySelector('[aria-current]');
  if (current && current.offsetTop > pages.clientHeight / 2) pages.scrollTop = current.offsetTop - pages.clientHeight / 3;
  document.querySelectorAll('pre, .scroll').forEach((element) => watch.observe(element));
})();

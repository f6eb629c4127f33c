// Code and tables that are wider than the page can be scrolled by keyboard, too; those that are not are no stops on the way.
(() => {
  'use strict';
  const watch = new ResizeObserver((entries) => {
    for (const {target} of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute('tabindex');
    }
  });
  document.querySelectorAll('pre, .scroll').forEach((element) => watch.observe(element));
})();

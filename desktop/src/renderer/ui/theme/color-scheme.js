// Runs before the first paint, so that a page never flashes in the wrong scheme or width of the menu. Same keys as
// Mantine's own manager and the shell.
;(function () {
  var chosen = 'auto'
  var isTight = matchMedia('(max-width: 1100px)').matches
  var narrow = null
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto'
    narrow = localStorage.getItem(isTight ? 'rail-narrow-tablet' : 'rail-narrow')
  } catch {
    // Storage may be switched off: then the system decides.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  document.documentElement.toggleAttribute('data-rail-narrow', narrow ? narrow === 'true' : isTight)
})()

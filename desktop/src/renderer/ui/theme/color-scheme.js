// Runs before the first paint, so that the page never flashes in the wrong color scheme or menu width. Mantine and
// the shell write these keys.
;(function () {
  var chosen = 'auto'
  var isTight = matchMedia('(max-width: 1100px)').matches
  var narrow = null
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value') || 'auto'
    narrow = localStorage.getItem(isTight ? 'rail-narrow-tablet' : 'rail-narrow')
  } catch {
    // Storage may be disabled.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  document.documentElement.toggleAttribute('data-rail-narrow', narrow ? narrow === 'true' : isTight)
})()

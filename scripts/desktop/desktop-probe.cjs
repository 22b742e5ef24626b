// Runs the desktop app as `scripts/desktop-bench.ts` starts it, prints its figures and ends it.
const { readFileSync } = require('node:fs')
const { app } = require('electron')

let shown
app.on('browser-window-created', (_event, window) => {
  window.once('show', () => (shown = Date.now() - process.getCreationTime()))
  window.webContents.once('did-finish-load', () => setTimeout(() => void report(window), 5_000))
})
require(process.env.DESKTOP_MAIN)

async function report({ webContents }) {
  const painted = await webContents.executeJavaScript("performance.getEntriesByName('first-paint')[0].startTime")
  console.log(`FIGURES ${JSON.stringify({ shown, painted, memory: memoryInMiB() })}`)
  app.exit()
}

/** Pages that processes share are counted once, where the system tells. */
function memoryInMiB() {
  const ofEach = app.getAppMetrics().map(({ pid, memory }) => {
    try {
      return Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1])
    } catch {
      return memory.workingSetSize
    }
  })
  return ofEach.reduce((sum, kib) => sum + kib, 0) / 1024
}

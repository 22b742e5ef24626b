/** Counts down `data-seconds` in the first child, then replaces this child with the hidden last one. */
export default function (place: HTMLElement): void {
  const paragraph = place.firstElementChild!
  const after = place.lastElementChild as HTMLElement
  const started = performance.now()
  const timer = setInterval(() => {
    const seconds = Number(place.dataset.seconds) - Math.floor((performance.now() - started) / 1000)
    paragraph.textContent = `You can ask for another e-mail in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
    if (seconds > 0) return
    clearInterval(timer)
    paragraph.remove()
    after.hidden = false
  }, 1000)
}

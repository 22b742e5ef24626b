/** Counts `data-seconds` down in the sentence, the first child; at its end what is hidden takes its place. */
export default function (place: HTMLElement): void {
  const sentence = place.firstElementChild!
  const after = place.lastElementChild as HTMLElement
  const started = performance.now()
  const timer = setInterval(() => {
    const left = Number(place.dataset.seconds) - Math.floor((performance.now() - started) / 1000)
    sentence.textContent = `You can ask for another e-mail in ${left} ${left === 1 ? 'second' : 'seconds'}.`
    if (left > 0) return
    clearInterval(timer)
    sentence.remove()
    after.hidden = false
  }, 1000)
}

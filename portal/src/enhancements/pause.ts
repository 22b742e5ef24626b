/** Counts the seconds in its first child down, and then shows the second child in its place. */
export default function (place: HTMLElement): void {
  const [wait, then] = place.children as unknown as HTMLElement[]
  const seconds = wait!.querySelector('[data-seconds]')!
  const ends = performance.now() + Number(seconds.textContent) * 1000
  const timer = setInterval(() => {
    const left = Math.ceil((ends - performance.now()) / 1000)
    seconds.textContent = String(Math.max(0, left))
    if (left > 0) return
    clearInterval(timer)
    wait!.hidden = true
    then!.hidden = false
  }, 1000)
}

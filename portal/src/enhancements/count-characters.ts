/** Says how many of the `data-max` characters are left while somebody types into the field that this sentence describes. */
export default function (sentence: HTMLElement): void {
  const field = document.querySelector<HTMLTextAreaElement>(`textarea[aria-describedby~="${sentence.id}"]`)
  field?.addEventListener('input', () => {
    const left = Number(sentence.dataset.max) - field.value.length
    const characters = `${Math.abs(left).toLocaleString('en-US')} character${Math.abs(left) === 1 ? '' : 's'}`
    sentence.textContent = left < 0 ? `You have ${characters} too many` : `You have ${characters} left`
  })
}

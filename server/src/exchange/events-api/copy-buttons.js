// Adds a copy button to each example of the reference page.
const announcement = document.createElement('p')
announcement.setAttribute('role', 'status')
announcement.className = 'announcement'
document.body.append(announcement)

for (const example of document.querySelectorAll('.code')) {
  const button = document.createElement('button')
  button.type = 'button'
  const setLabel = (label) => {
    button.textContent = label
    button.setAttribute('aria-label', `${label}: ${example.dataset.name}`)
  }
  setLabel('Copy')
  button.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard.writeText(example.querySelector('code').textContent).then(
      () => true,
      () => false,
    )
    setLabel(isCopied ? 'Copied' : 'Select it and copy')
    announcement.textContent = isCopied ? `${example.dataset.name} is copied.` : 'The browser does not allow copying.'
    setTimeout(setLabel, 2000, 'Copy')
  })
  example.append(button)
}

// For the reference page: beside each example a button that copies it, whole and without the breaks of the screen.
const announcement = document.createElement('p')
announcement.setAttribute('role', 'status')
announcement.className = 'announcement'
document.body.append(announcement)

for (const place of document.querySelectorAll('.code')) {
  const button = document.createElement('button')
  button.type = 'button'
  const say = (words) => {
    button.textContent = words
    button.setAttribute('aria-label', `${words}: ${place.dataset.name}`)
  }
  say('Copy')
  button.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard.writeText(place.querySelector('code').textContent).then(
      () => true,
      () => false,
    )
    say(isCopied ? 'Copied' : 'Select it and copy')
    announcement.textContent = isCopied ? `${place.dataset.name} is copied.` : 'The browser does not allow copying.'
    setTimeout(say, 2000, 'Copy')
  })
  place.append(button)
}

// The server places this script only where an element asks for an enhancement; the other pages are whole without.
const enhancements = import.meta.glob<{ default: (element: HTMLElement) => void }>('./enhancements/*.ts')

for (const element of document.querySelectorAll<HTMLElement>('[data-enhance]'))
  void enhancements[`./enhancements/${element.dataset.enhance}.ts`]!().then(({ default: enhance }) => enhance(element))

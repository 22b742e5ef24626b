// Pages with neither hydration nor enhancements do not load this script.
const enhancements = import.meta.glob<{ default: (element: HTMLElement) => void }>('./enhancements/*.ts')

for (const element of document.querySelectorAll<HTMLElement>('[data-enhance]'))
  void enhancements[`./enhancements/${element.dataset.enhance}.ts`]!().then(({ default: enhance }) => enhance(element))

const view = document.getElementById('portal-view')?.textContent
if (view) void import('./hydrate.ts').then(({ hydratePage }) => hydratePage(view))

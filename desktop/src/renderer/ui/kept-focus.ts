/** Where an element stands: its ancestors within its layer, each with the position below it that leads to the element. */
type Place = { layer: Element; element: HTMLElement; steps: { container: HTMLElement; index: number }[] }

const layers = '[role="dialog"], [role="menu"], body'
const focusable = 'a[href], button, input, select, textarea, summary, [tabindex="0"], [data-row]'

/**
 * When the element that has the focus is removed, moves the focus to what opened its dialog or menu, or to what is
 * nearest to where it was; an element that was disabled for a while gets the focus back. A page that is left as a whole
 * is none of its concern: the next one focuses its heading.
 */
export function keepFocus(): void {
  let places: Place[] = []
  let wasDisabled = false

  document.addEventListener('focusin', ({ target }) => {
    const place = placeOf(target as HTMLElement)
    const known = places.findIndex(({ layer }) => layer === place.layer)
    places = [...(known < 0 ? places : places.slice(0, known)), place]
    wasDisabled = false
  })
  // A click beside everything takes the focus away on purpose; beside a dialog it closes it.
  document.addEventListener('pointerdown', ({ target }) => {
    if (places.at(-1)?.layer === document.body && !(target as Element).closest(focusable)) places = []
  })

  function onChange() {
    const place = places.at(-1)
    if (!place) return
    if (place.element.matches(':disabled')) wasDisabled = true
    if (document.activeElement !== document.body || isStillThere(place.element, wasDisabled)) return
    places = places.filter(({ layer }) => layer.isConnected)
    for (const near of places.toReversed()) if (focusNear(near)) return
  }
  const changes = new MutationObserver(onChange)
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
}

/** An element that was disabled has lost the focus, but waits to get it back. */
function isStillThere(element: HTMLElement, wasDisabled: boolean): boolean {
  return element.isConnected && (!wasDisabled || element.matches(':disabled'))
}

function placeOf(element: HTMLElement): Place {
  const layer = element.closest(layers) ?? document.body
  const steps: Place['steps'] = []
  for (let child = element; child !== layer && child.parentElement; child = child.parentElement)
    steps.push({ container: child.parentElement, index: [...child.parentElement.children].indexOf(child) })
  return { layer, element, steps }
}

/** Returns whether something there has the focus now. */
function focusNear({ layer, element, steps }: Place): boolean {
  if (element.isConnected && canHaveFocus(element)) return focus(element)
  const isLeft = steps.find(({ container }) => container.isConnected)?.container.matches('main, body, #root')
  if (isLeft) return false
  for (const { container, index } of steps.filter(({ container }) => container.isConnected)) {
    const heading = container.querySelector<HTMLElement>('h1')
    const near = heading ?? (canHaveFocus(container) ? container : nearestIn(container, index))
    if (near) return focus(near)
    if (container === layer) return focus(container)
  }
  return false
}

/** What comes after the position first, then what comes before it. */
function nearestIn(container: Element, index: number): HTMLElement | undefined {
  const children = [...container.children]
  return [...children.slice(index), ...children.slice(0, index).toReversed()]
    .flatMap((child) => [child, ...child.querySelectorAll('*')])
    .find((each): each is HTMLElement => each instanceof HTMLElement && canHaveFocus(each))
}

function canHaveFocus(element: HTMLElement): boolean {
  return element.matches(focusable) && !element.matches(':disabled, [tabindex="-1"]:not([data-row])') && element.checkVisibility()
}

function focus(element: HTMLElement): boolean {
  element.focus()
  return document.activeElement === element
}

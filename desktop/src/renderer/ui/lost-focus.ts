/** The ancestors of an element within its dialog, menu or page, each with the index of the child that has the element. */
type Place = { layer: Element; element: HTMLElement; steps: { container: HTMLElement; index: number }[] }

const layers = '[role="dialog"], [role="menu"], body'
const focusable = 'a[href], button, input, select, textarea, summary, [tabindex="0"], [data-row]'

/**
 * When the focused element is removed, focuses the element that opened its dialog or menu, or else the nearest one; an
 * element that was disabled gets the focus back once it is enabled. When the whole page is replaced, the new page
 * focuses its heading by itself.
 */
export function returnLostFocus(): void {
  let places: Place[] = []
  /** Whether the focus goes because its element was removed or disabled, and not on purpose. */
  let isLost = false

  document.addEventListener('focusin', ({ target }) => {
    const place = placeOf(target as HTMLElement)
    const known = places.findIndex(({ layer }) => layer === place.layer)
    places = [...(known < 0 ? places : places.slice(0, known)), place]
    isLost = false
  })
  // A click on the empty page removes the focus on purpose; a click beside a dialog closes the dialog.
  document.addEventListener('pointerdown', ({ target }) => {
    if (places.at(-1)?.layer === document.body && !(target as Element).closest(focusable)) places = []
  })

  function onChange() {
    const open = places.filter(({ layer }) => layer.isConnected)
    const place = open.at(-1)
    if (!place) return
    const isDisabled = place.element.matches(':disabled')
    isLost ||= open.length < places.length || isDisabled || !place.element.isConnected
    places = open
    const isWaiting = isDisabled && place.element.isConnected
    if (!isLost || isWaiting || document.activeElement !== document.body) return
    for (const near of places.toReversed()) if (focusNear(near)) return
  }
  const changes = new MutationObserver(onChange)
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
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
  const isPageReplaced = steps.find(({ container }) => container.isConnected)?.container.matches('main, body, #root')
  if (isPageReplaced) return false
  // Of a list that has lost its last row, the heading of the page is nearest.
  const isListGone = steps.some(({ container }) => !container.isConnected && container.matches('table, ul, ol'))
  for (const { container, index } of steps.filter(({ container }) => container.isConnected)) {
    const heading = container.querySelector<HTMLElement>('h1')
    if (isListGone && !heading && container !== layer) continue
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
  return (
    element.matches(focusable) &&
    !element.matches(':disabled, [tabindex="-1"]:not([data-row])') &&
    element.checkVisibility()
  )
}

function focus(element: HTMLElement): boolean {
  element.focus()
  return document.activeElement === element
}

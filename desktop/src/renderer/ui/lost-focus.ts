/**
 * `layer` is a dialog, menu or page. `steps` are the element's ancestors up to the layer, each with the index of the
 * child that leads to the element.
 */
type FocusPath = { layer: Element; element: HTMLElement; steps: { container: HTMLElement; index: number }[] }

const layers = '[role="dialog"], [role="menu"], body'
const focusable = 'a[href], button, input, select, textarea, summary, [tabindex="0"], [data-row]'

/**
 * Moves the focus when the focused element is removed: to the element that opened its dialog or menu, or else to the
 * nearest focusable element. A disabled element gets the focus back once it is enabled. New pages focus their heading
 * themselves.
 */
export function returnLostFocus(): void {
  let paths: FocusPath[] = []
  let isLost = false

  document.addEventListener('focusin', ({ target }) => {
    const path = tracePath(target as HTMLElement)
    const knownIndex = paths.findIndex(({ layer }) => layer === path.layer)
    paths = [...(knownIndex < 0 ? paths : paths.slice(0, knownIndex)), path]
    isLost = false
  })
  // After a click on empty space, no element gets the focus back.
  document.addEventListener('pointerdown', ({ target }) => {
    if (paths.at(-1)?.layer === document.body && !(target as Element).closest(focusable)) paths = []
  })

  function onChange() {
    const open = paths.filter(({ layer }) => layer.isConnected)
    const path = open.at(-1)
    if (!path) return
    const isDisabled = path.element.matches(':disabled')
    isLost ||= open.length < paths.length || isDisabled || !path.element.isConnected
    paths = open
    const isWaiting = isDisabled && path.element.isConnected
    if (!isLost || isWaiting || document.activeElement !== document.body) return
    for (const near of paths.toReversed()) if (focusNear(near)) return
  }
  const changes = new MutationObserver(onChange)
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
}

function tracePath(element: HTMLElement): FocusPath {
  const layer = element.closest(layers) ?? document.body
  const steps: FocusPath['steps'] = []
  for (let child = element; child !== layer && child.parentElement; child = child.parentElement)
    steps.push({ container: child.parentElement, index: [...child.parentElement.children].indexOf(child) })
  return { layer, element, steps }
}

function focusNear({ layer, element, steps }: FocusPath): boolean {
  if (element.isConnected && canHaveFocus(element)) return focus(element)
  const isPageReplaced = steps.find(({ container }) => container.isConnected)?.container.matches('main, body, #root')
  if (isPageReplaced) return false
  // After a whole list is removed, the page's heading gets the focus.
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

/** The look of the reference page; `color` is the institution's. */
export function referenceStyle(color: string): string {
  return `
:root { color-scheme: light dark; --ink: light-dark(#1b1c20, #ecedef); --soft: light-dark(#5d6169, #9ea2ab); --line: light-dark(#e7e7ea, #2b2d34); --sunken: light-dark(#f6f6f7, #1d1f24); --accent: light-dark(${color}, #8fd3d3) }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--ink); background: light-dark(#fff, #16171b) }
main { max-width: 860px; margin: 0 auto; padding: 48px 24px 96px }
.where { color: var(--soft); margin: 0 }
h1 { font-size: 30px; line-height: 1.2; margin: 4px 0 16px }
h2 { font-size: 22px; line-height: 1.3; margin: 48px 0 12px; padding-top: 24px; border-top: 1px solid var(--line) }
h3 { font-size: 16px; margin: 24px 0 8px }
a { color: var(--accent); text-underline-offset: 3px }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 8px }
code { font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace }
pre { overflow-x: auto; margin: 0; padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--sunken) }
.route { padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px }
.route strong { color: var(--accent); margin-right: 8px }
.wide { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-size: 14px }
th, td { padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
thead th { color: var(--soft); font-weight: 500 }
tbody th { font-weight: 400; white-space: nowrap }
@media (max-width: 640px) { main { padding: 24px 16px 64px } tbody th { white-space: normal; overflow-wrap: anywhere } }
`
}

/** The look of the reference page; `color` is the institution's. */
export function referenceStyle(color: string): string {
  return `
:root { color-scheme: light dark; --ink: light-dark(#1b1c20, #ecedef); --soft: light-dark(#5d6169, #9ea2ab); --line: light-dark(#e7e7ea, #2b2d34); --sunken: light-dark(#f6f6f7, #1d1f24); --accent: light-dark(${color}, #8fd3d3) }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--ink); background: light-dark(#fff, #16171b) }
main { display: grid; gap: 0 56px; grid-template: 'head head' auto 'contents sections' 1fr / 200px minmax(0, 860px); justify-content: center; padding: 48px 24px 96px }
header { grid-area: head }
nav { grid-area: contents; position: sticky; top: 24px; align-self: start; margin-top: 32px; font-size: 14px }
nav h2 { margin: 0 0 8px; padding: 0; border: 0; color: var(--soft); font-size: 13px; font-weight: 500 }
nav ol { margin: 0; padding: 0; list-style: none }
nav ol ol { padding-left: 16px }
nav a { display: block; padding: 4px 0; color: inherit; text-decoration: none }
nav a:hover { text-decoration: underline }
.sections { grid-area: sections; min-width: 0 }
.sections > :first-child > h2 { margin-top: 32px; padding-top: 0; border: 0 }
[id] { scroll-margin-top: 16px }
.where { color: var(--soft); margin: 0 }
h1 { font-size: 30px; line-height: 1.2; margin: 4px 0 16px }
h2 { font-size: 22px; line-height: 1.3; margin: 48px 0 12px; padding-top: 24px; border-top: 1px solid var(--line) }
h3 { font-size: 16px; margin: 24px 0 8px }
a { color: var(--accent); text-underline-offset: 3px }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 8px }
code { font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace }
.code { position: relative }
.code button { position: absolute; top: 8px; right: 8px; min-height: 32px; padding: 0 12px; border: 1px solid var(--line); border-radius: 8px; background: light-dark(#fff, #16171b); color: var(--ink); font: 500 13px/1 system-ui, sans-serif; cursor: pointer }
.code button:hover { border-color: var(--soft) }
.announcement { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; padding: 16px 96px 16px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--sunken) }
.route { padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px }
.route strong { color: var(--accent); margin-right: 8px }
.wide { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-size: 14px }
th, td { padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
thead th { color: var(--soft); font-weight: 500 }
tbody th { font-weight: 400; white-space: nowrap }
@media (max-width: 960px) { main { display: block; max-width: 860px; margin: 0 auto } nav { position: static; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px } nav a { padding: 8px 0 } }
@media (max-width: 640px) { main { padding: 24px 16px 64px } pre { padding: 52px 16px 16px } .code button { min-height: 40px } tbody th { white-space: normal; overflow-wrap: anywhere } }
`
}

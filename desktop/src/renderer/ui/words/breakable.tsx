import { Fragment } from 'react'

/** Renders an e-mail address that can break before its @ or a dot. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?=[@.])/).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

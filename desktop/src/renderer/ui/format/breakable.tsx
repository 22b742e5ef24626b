import { Fragment } from 'react'

export function Breakable({ text }: { text: string }) {
  return text.split(/(?=[@.])/).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

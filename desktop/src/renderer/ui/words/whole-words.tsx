import { Fragment } from 'react'

/** A title whose short hyphenated words, such as "e-mail" and "first-year", are not broken at their hyphen. */
export function WholeWords({ text }: { text: string }) {
  return text.split(/(\s+)/).map((word, index) =>
    word.includes('-') && word.length <= 16 ? (
      <span key={index} className="whole">
        {word}
      </span>
    ) : (
      <Fragment key={index}>{word}</Fragment>
    ),
  )
}

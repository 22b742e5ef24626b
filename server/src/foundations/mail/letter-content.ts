import type { Institution } from '@alumni/shared/institution'

export type LetterLink = { label: string; url: string }

/** What a letter says, in the order in which it stands there. All of it is plain text. */
export type LetterContent = {
  institution: Institution
  heading: string
  /** What mail programs show beside the subject, where that is not to be the beginning of the letter. */
  preview?: string
  paragraphs: string[]
  /** Rows such as When and Where; a value may have several lines. */
  facts?: { label: string; value: string }[]
  /** One that a person types; `label` says what it is. */
  code?: { label: string; digits: string }
  button?: LetterLink
  /** Another way to go on, smaller than the button. */
  link?: LetterLink
  /** Small print after the button, such as what to do if one did not ask for the letter. */
  closing?: string[]
}

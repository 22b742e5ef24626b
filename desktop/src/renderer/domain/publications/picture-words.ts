import type { PictureKind } from '@alumni/shared/publications/cards'

/** What is drawn beside a text on the alumni's site. */
export const pictureWords: Record<PictureKind, string> = {
  campus: 'The campus',
  skyline: 'A city',
  hills: 'Hills',
  coast: 'The coast',
  forest: 'A forest',
  music: 'Music',
  sport: 'Sport',
  books: 'Books',
  stage: 'A stage',
  food: 'A table',
  science: 'Science',
  people: 'People',
  letter: 'A letter',
}

import { formatAnswer } from '@alumni/shared/champions/format-answer'
import { fieldOf, type SignupAnswer, type SignupAnswers } from '@alumni/shared/champions/answers'
import { isLocationComplete } from '@alumni/shared/champions/record'
import { zipCountry, type FormChoices, type OwnAnswer } from '@alumni/shared/champions/sign-up'
import { countryName } from '@alumni/shared/countries'

type Answers = Partial<SignupAnswers>

export function formatOwnAnswers(
  names: readonly SignupAnswer[],
  answers: Answers,
  choices: Pick<FormChoices, 'colleges' | 'affinities'>,
  hrefOf: (name: SignupAnswer) => string,
): OwnAnswer[] {
  return names.flatMap((name) => {
    const { group, ownLabel, label } = fieldOf(name)
    const href = hrefOf(name)
    if (name === 'first_name')
      return { key: 'Name', value: [[answers.first_name, answers.last_name].filter(Boolean).join(' ')], href }
    if (name === 'country') return { key: 'Where you live', value: formatAddress(answers), href }
    if (name === 'last_name' || group === 'location') return []
    return { key: ownLabel ?? label, value: formatAnswer(name, answers[name], choices), href }
  })
}

export function formatAddress(answers: Answers): string[] {
  const { street = null, city = null, state = null, zip_code = null, postal_code = null, country = null } = answers
  const isAbroad = country !== null && country !== zipCountry
  const town = isAbroad
    ? [[postal_code, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')
    : [[city, state].filter(Boolean).join(', '), zip_code].filter(Boolean).join(' ')
  const isPlace = isLocationComplete({ zip_code, city, country }) || city || country
  return [street, town, isPlace ? countryName(country) : null].filter((line): line is string => Boolean(line))
}

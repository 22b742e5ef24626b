import { z } from 'zod'
import { helpRoles, type HelpRole } from './record.ts'
import {
  countryField,
  degreeYearField,
  emailField,
  line,
  optionalLine,
  requiredLine,
  multiChoiceField,
} from './form-fields.ts'
import { phoneProblem } from './contact-problems.ts'

const texts = z.array(z.string())

/** Forms, drafts, contracts, lists, merges, history and erasure are built from these declarations. */
export type SignupField = {
  /** The label on the profile, in the download and on staff pages. */
  label: string
  /** The form that changes the answer. Answers in the group `location` are also shown and merged together. */
  group: 'contact' | 'signin' | 'location' | 'interests'
  /** The signup step that asks for the answer; if missing, only the profile asks for it. */
  step?: 'who' | 'where' | 'help'
  formSchema: z.ZodType
  storedSchema?: z.ZodType<string | number | null | string[]>
  /** If missing, the answer is a text that the champion types. */
  options?: 'countries' | 'roles' | 'affinities' | 'colleges'
  form: {
    label?: string
    hint?: string
    optional?: true
    type?: 'email' | 'tel'
    width?: 4 | 10 | 20
    inputmode?: 'numeric'
    autocomplete?: AutoComplete
    /** Label that the visitor clicks in the signup form to reveal the field, which is hidden at first. */
    folded?: string
  }
  ownLabel?: string
  column?: { name: string; heading: string }
  /** Limits the field to residents of the United States (`home`) or to others (`abroad`). */
  residence?: 'home' | 'abroad'
}

type AutoComplete =
  | 'off'
  | 'given-name'
  | 'family-name'
  | 'email'
  | 'tel'
  | 'country'
  | 'street-address'
  | 'address-level1'
  | 'address-level2'
  | 'postal-code'

export const signupFields = {
  first_name: {
    label: 'First name',
    group: 'contact',
    step: 'who',
    formSchema: requiredLine('A first name', 200, 'Enter your first name.'),
    form: { autocomplete: 'given-name' },
  },
  last_name: {
    label: 'Last name',
    group: 'contact',
    step: 'who',
    formSchema: requiredLine('A last name', 200, 'Enter your last name.'),
    form: { autocomplete: 'family-name' },
  },
  former_last_name: {
    label: 'Former last name',
    group: 'contact',
    step: 'who',
    formSchema: optionalLine('A former last name', 200),
    form: {
      hint: 'The name you had at university, if it was different. It helps us find you.',
      optional: true,
      autocomplete: 'off',
      folded: 'I had a different last name as a student',
    },
    column: { name: 'former_name', heading: 'Former name' },
  },
  email: {
    label: 'E-mail address',
    group: 'signin',
    step: 'who',
    formSchema: emailField,
    storedSchema: z.string(),
    form: {
      hint: 'We will send you one e-mail to confirm it.',
      type: 'email',
      autocomplete: 'email',
    },
    column: { name: 'email', heading: 'E-mail' },
  },
  phone: {
    label: 'Phone',
    group: 'contact',
    formSchema: optionalLine('Your phone number', 50).refine(
      (phone) => phone === null || phoneProblem(phone, undefined) === undefined,
      'Enter a phone number, such as +1 617 555 0123.',
    ),
    form: {
      label: 'Phone number',
      hint: 'With the country code if it is outside the United States, such as +353 1 555 0123',
      optional: true,
      type: 'tel',
      width: 20,
      autocomplete: 'tel',
    },
    column: { name: 'phone', heading: 'Phone' },
  },
  country: {
    label: 'Country',
    group: 'location',
    step: 'where',
    formSchema: countryField,
    options: 'countries',
    form: { autocomplete: 'country' },
  },
  street: {
    label: 'Street',
    group: 'location',
    formSchema: optionalLine('A street', 200),
    form: { label: 'Street address', optional: true, autocomplete: 'street-address' },
  },
  city: {
    label: 'City',
    group: 'location',
    step: 'where',
    formSchema: optionalLine('A city', 200),
    form: { label: 'City or town', autocomplete: 'address-level2' },
  },
  state: {
    label: 'State or region',
    group: 'location',
    formSchema: optionalLine('A state or region', 100),
    form: { optional: true, width: 20, autocomplete: 'address-level1' },
  },
  zip_code: {
    label: 'ZIP code',
    group: 'location',
    step: 'where',
    formSchema: line('A ZIP code', 200),
    form: {
      hint: 'For example, 02118',
      width: 10,
      inputmode: 'numeric',
      autocomplete: 'postal-code',
    },
    residence: 'home',
  },
  postal_code: {
    label: 'Postal code',
    group: 'location',
    step: 'where',
    formSchema: line('A postal code', 200),
    form: {
      hint: 'Leave this empty if your country has no postal codes.',
      optional: true,
      width: 10,
      autocomplete: 'postal-code',
    },
    residence: 'abroad',
  },
  help_roles: {
    label: 'Ways to help',
    group: 'interests',
    step: 'help',
    formSchema: multiChoiceField.transform((roles) =>
      roles.filter((role): role is HelpRole => Object.hasOwn(helpRoles, role)),
    ),
    storedSchema: texts,
    options: 'roles',
    form: { label: 'How would you like to help?', hint: 'Choose as many as you like.', optional: true },
    column: { name: 'help', heading: 'Helps with' },
  },
  affinity_codes: {
    label: 'Affinities',
    ownLabel: 'Interests',
    group: 'interests',
    step: 'help',
    formSchema: multiChoiceField,
    storedSchema: texts,
    options: 'affinities',
    form: {
      label: 'Which groups were you part of, or are you interested in?',
      hint: 'Open a group to see its choices.',
      optional: true,
    },
    column: { name: 'affinities', heading: 'Affinities' },
  },
  degree_year: {
    label: 'Year of degree',
    group: 'interests',
    step: 'help',
    formSchema: degreeYearField,
    storedSchema: z.number().int().nullable(),
    form: {
      label: 'Year of your degree',
      hint: 'For example, 2009. If you have several, enter the first.',
      optional: true,
      width: 4,
      inputmode: 'numeric',
    },
    column: { name: 'degree_year', heading: 'Class year' },
  },
  college_code: {
    label: 'College',
    group: 'interests',
    step: 'help',
    formSchema: optionalLine('A college', 50),
    options: 'colleges',
    form: { label: 'Your college', optional: true },
    column: { name: 'college', heading: 'College' },
  },
} as const satisfies Record<string, SignupField>

import { correctness, practice, type Rule, risk } from '../rule.ts'

const design = { modes: ['design'] } as const
const analysis = { modes: ['analysis'] } as const
const documents = { modes: ['design', 'analysis'] } as const

export const proseRules = {
  'prose/duplicate-heading': correctness(
    'warning',
    'Heading repeated',
    'Two sections of one parent bear the same name: which one holds?',
  ),
  'prose/empty-section': correctness('warning', 'Empty section', 'The heading is followed by nothing.'),
  'prose/empty-link': correctness('warning', 'Link without a target', 'It leads nowhere.'),
  'prose/broken-anchor': correctness(
    'warning',
    'Link to a missing heading',
    'No heading of the document has this anchor.',
  ),
  'prose/unquantified': correctness(
    'warning',
    'Claim without a figure',
    'Say how much, measured how.',
    documents,
  ),
  'prose/undefined-acronym': correctness(
    'info',
    'Acronym not explained',
    'Spell it out where it first appears.',
    documents,
  ),
  'prose/no-evidence': correctness(
    'warning',
    'Analysis without a single figure',
    'Give the numbers that the conclusion rests on.',
    analysis,
  ),
  'prose/no-alternatives': correctness(
    'info',
    'No alternatives',
    'Name what else was considered and why it lost.',
    design,
  ),

  'prose/placeholder': practice(
    'warning',
    'Unresolved placeholder',
    'TBD, XXX or filler text: decide it, or name who will and when.',
  ),
  'prose/heading-jump': practice('info', 'Heading level skipped', 'The outline has a hole.'),
  'prose/long-sentence': practice('info', 'Very long sentence', 'More than 45 words: split it.'),
  'prose/passive-owner': practice('info', 'Nobody is named to do it', 'Say who does it.', documents),
  'prose/no-owner': practice('warning', 'No owner', 'The text names nobody who is responsible.', design),
  'prose/no-measure': practice(
    'warning',
    'No measure of success',
    'Say which figure shows that it works.',
    design,
  ),
  'prose/no-conclusion': practice('info', 'No conclusion', 'Say what follows from it.', analysis),

  'prose/no-risks': risk('warning', 'No risks', 'The text names nothing that may go wrong.', design),
  'prose/no-rollback': risk('warning', 'No way back', 'Say how the change is undone when it fails.', design),
  'prose/no-security': risk(
    'info',
    'Security not mentioned',
    'Say what an attacker could gain, or that nothing changes.',
    design,
  ),
  'prose/no-limits': risk('warning', 'No limits stated', 'Say what the analysis cannot show.', analysis),
} as const satisfies Record<string, Rule>

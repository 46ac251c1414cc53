Feature: sanitizing untrusted text

  Scenario: SAN-001 the standard policy is the reference's, byte for byte
    Given the vectors of the reference program
    When each pass runs on its input
    Then the output is the recorded one

  Scenario: SAN-002 no vector is lost
    Given the vectors of the reference program
    When the cases of the four functions are counted
    Then there are 17, 39, 142 and 118

  Scenario: SAN-003 reported ways to hide text are closed
    Given the inputs collected after public reports
    When invisibles are stripped
    Then the text is the expected one

  Scenario: SAN-004 reported ways to forge a header are closed
    Given the inputs collected after public reports
    When they are sanitized
    Then the header is neutralised

  Scenario: SAN-005 stripping makes no neighbour newly keepable
    Given a reported mixture of joiners
    When it is sanitized twice
    Then the second run changes nothing

  Scenario: SAN-006 a cut changes nothing
    Given reported chunks that split a unit
    When they are streamed
    Then the text is that of the whole

  Scenario: SAN-007 quoted lines all begin with the mark
    Given a text with headers in several spellings
    When its lines are quoted
    Then every line begins with the mark and can be turned back

  Scenario: SAN-010 emoji survive strict
    Given the sequences of emoji-test 17.0
    When they are stripped alone and inside text
    Then they are unchanged

  Scenario: SAN-011 scripts survive strict
    Given words that need an invisible character
    When they are stripped
    Then they are unchanged

  Scenario: SAN-012 strict leaves nothing hidden between letters
    Given every default-ignorable, control, noncharacter and lone surrogate between two ASCII letters
    When it is stripped
    Then it is gone or replaced

  Scenario: SAN-013 strict touches nothing that can be seen
    Given every other code point between two ASCII letters
    When it is stripped
    Then only U+202F and U+2800 become spaces

  Scenario: SAN-014 terminal sequences go whole
    Given CSI, OSC, DCS and other sequences
    When they are stripped
    Then nothing of them is left, or only what their bounds say

  Scenario: SAN-015 a keep rule keeps one
    Given invisible characters out of place
    When they are stripped
    Then they are gone

  Scenario: SAN-016 directional marks look 64 code points ahead
    Given a right-to-left letter 64 code points after a mark
    When it is stripped
    Then the mark stays

  Scenario: SAN-017 clean text is the same string
    Given clean text
    When it is sanitized
    Then the same string comes back

  Scenario: SAN-018 an unknown policy is refused, and what is no text
    Given a policy that does not exist, or undefined in place of a text
    When a pass is called
    Then it throws a TypeError

  Scenario: SAN-019 labels of many languages survive strict
    Given labels and tags of emojibase
    When they are stripped
    Then only U+202F and one Thai zero-width space change

  Scenario: SAN-020 emojibase forms survive strict
    Given the forms of emojibase
    When they are stripped
    Then they are unchanged

  Scenario: SAN-021 an 8-bit control opens the same string as its 7-bit form
    Given DCS, SOS, OSC, PM and APC in both forms
    When they are stripped
    Then the whole string goes when it ends in time, else only its introducer

  Scenario: SAN-030 fold sees through spellings
    Given headers in other case, width, letters, dashes and prefixes
    When they are neutralised
    Then two blanks stand before each, once

  Scenario: SAN-031 fold leaves prose alone
    Given prose, options and certificates that resemble headers
    When they are neutralised
    Then they are unchanged

  Scenario: SAN-032 exact is the compatibility contract
    Given headers in exact and in other spellings
    When they are neutralised in exact
    Then only the exact ones change

  Scenario: SAN-033 a keyword is data
    Given keywords full of metacharacters
    When headers are neutralised
    Then each matches itself only

  Scenario: SAN-034 keywords and match can be chosen
    Given other keywords or another match
    When headers are neutralised
    Then only these count

  Scenario: SAN-035 keywords that cannot be meant are refused
    Given a list that is not one-line words
    When headers are neutralised
    Then it throws a TypeError or RangeError

  Scenario: SAN-040 strict is idempotent for every code point
    Given every code point alone and in four surroundings
    When it is sanitized twice
    Then the second run changes nothing

  Scenario: SAN-041 strict is idempotent for awkward texts
    Given 200,000 texts made of awkward parts
    When they are sanitized twice
    Then the second run changes nothing and the text is well-formed

  Scenario: SAN-042 every chunking gives the bytes of the whole
    Given a text cut at random
    When it is streamed
    Then the output is that of the whole

  Scenario: SAN-043 inspect gives the text of sanitize
    Given any text
    When it is inspected
    Then its text is the sanitized one and places exist

  Scenario: SAN-044 no text throws
    Given any text
    When it is sanitized
    Then nothing is thrown and it grows by two units a line at most

  Scenario: SAN-045 a long text is what one push of it gives
    Given a text of more than one chunk, awkward where the chunks meet
    When it is sanitized whole and by one push
    Then the two results are the same

  Scenario: SAN-050 a cut inside a unit changes nothing
    Given a pair, a line end, an emoji, a sequence or a header cut in two
    When it is streamed
    Then the output is that of the whole

  Scenario: SAN-051 what a stream holds is bounded
    Given long input that stays undecided
    When it is streamed
    Then the rest is no longer than the look-ahead

  Scenario: SAN-052 a sanitizer can be used again
    Given a sanitizer that has ended
    When another text is pushed
    Then it is judged from its start

  Scenario: SAN-053 streams are strict by default
    Given no options
    When a text is streamed
    Then strict applies, and wrong options throw at once

  Scenario: SAN-054 SanitizeStream gives the text of the whole
    Given a stream of single units
    When it is piped through
    Then the output is that of the whole

  Scenario: SAN-055 back-pressure is respected
    Given a reader that does not read
    When chunks are written
    Then the writes wait

  Scenario: SAN-060 a report names every change
    Given texts with one hidden thing each
    When they are inspected
    Then kind, code point, name, count, place and hidden text are told

  Scenario: SAN-061 private use is reported and kept
    Given a private-use character
    When it is inspected
    Then it is listed and the text is unchanged

  Scenario: SAN-062 a clean text has an empty report
    Given a clean text
    When it is inspected
    Then there are no changes

  Scenario: SAN-063 standard reports its own passes
    Given a text with standard and strict findings
    When it is inspected under standard
    Then only the standard changes are listed

  Scenario: SAN-064 places and counts hold in long reports
    Given a text with more changes than the list holds
    When it is inspected
    Then no count is lost and places are right

  Scenario: SAN-085 what is ordinary pushes nothing out
    Given a file with more Windows line ends than the list of changes holds, and a hidden text behind them
    When it is inspected
    Then the hidden text is listed with its place and what it says

  Scenario: SAN-065 added lines lead back to the input
    Given a text with breaks that editors do not count
    When it is inspected
    Then each line of the output can be found in the input

  Scenario: SAN-066 a long hidden text comes in parts
    Given 5,000 tag characters in a row
    When they are inspected
    Then they are two changes

  Scenario: SAN-067 quoting is not a finding
    Given quoted lines
    When they are inspected
    Then there are no changes

  Scenario: SAN-068 neighbours are one change in a long text
    Given a long text with runs of several kinds of change
    When it is inspected
    Then each run is one change, wherever the chunks meet

  Scenario: SAN-070 the surface is pinned
    Given the package
    When its exports are listed
    Then they are the documented ones

  Scenario: SAN-080 the traits of code points are those of Unicode 17.0
    Given the joining letters, stackers and right-to-left letters of Unicode 17.0
    When the engine's are compared with them
    Then they part only at code points that the engine does not know

  Scenario: SAN-081 the engine agrees with Unicode 17.0
    Given the engine's properties
    When they are compared with Unicode 17.0
    Then they part only at code points that it does not know

  Scenario: SAN-082 no candidate is overlooked
    Given every candidate of the strip pass behind a letter
    When the quick test looks at it
    Then it finds each

  Scenario: SAN-083 a slip in the options switches nothing off
    Given options that are no object, or hold a name or a value that no option has
    When any function takes them
    Then it throws a TypeError that names the option, and never falls back to a default

  Scenario: SAN-084 strict is idempotent whatever its options
    Given strict with an exact match, or with other keywords
    When a text with headers is sanitized twice
    Then the second run changes nothing

  Scenario: SAN-086 a sanitizer keeps its options
    Given a sanitizer, and the object of its options changed afterwards
    When it takes another text
    Then that is sanitized as the first was

  Scenario: SAN-087 the quick look misses nothing
    Given every code unit between two letters, and every header keyword, in short and in long texts
    When a text comes back as it is
    Then a sanitizer that takes it in chunks gives it back as it is, too

  Scenario: SAN-090 a code point is folded once
    Given a text with a line for each of 20,992 code points
    When it is sanitized under strict a second time
    Then no code point is normalised again

  Scenario: SAN-110 the longest keyword is found
    Given a keyword of 32 code points, each of two units
    When headers are neutralised
    Then it is found

  Scenario: SAN-111 a keyword that draws nothing
    Given a keyword of invisible characters
    When headers are neutralised in fold
    Then nothing matches it

  Scenario: SAN-112 separators of strict
    Given each character that ends a line somewhere
    When it is stripped
    Then it is one LF

  Scenario: SAN-113 a bar in a keyword
    Given a keyword with a bar
    When headers are neutralised in fold
    Then it matches what reads the same

  Scenario: SAN-130 the quick look reads a text in parts
    Given an awkward text where one part of 8,192 units ends and the next begins
    When it is sanitized as a whole and by a sanitizer that takes it in chunks
    Then both give the same

  Scenario: SAN-131 the quick look of a platform without Buffer
    Given a platform that has no Buffer
    When texts of all lengths are sanitized under strict
    Then they come out as with one

  Scenario: SAN-132 a page that names something Buffer
    Given a global Buffer that is not Node's
    When the package is loaded and texts of all lengths are sanitized under strict
    Then they come out as ever

  Scenario: SAN-133 the Buffer is patched
    Given a program that replaces a method of Buffer after the package was loaded
    When a long text with a header is sanitized under strict
    Then the header is found

Feature: A council of three reviewers, and the verdict computed from their votes

  # Scenarios and requirements that keep the ids under which they were asked for.

  Scenario: BDD-01 three seats judge harmless content
    Given a council without overrides
    When it analyses "fn main() {}" as a code review
    Then each seat gets the same four-line prompt with one nonce, and its own built-in system prompt

  Scenario: BDD-05 an override for all modes
    Given a prompt of its own for Melchior in all modes
    When a design is analysed
    Then Melchior gets that prompt and the others their built-in ones

  Scenario: BDD-06 an override for one mode, with a fallback
    Given a prompt for Melchior in code reviews and another in all modes
    When each mode is analysed
    Then code review gets the first and the others the second

  Scenario: BDD-07 the deprecated setter delegates
    Given an override that was set with withCustomPrompt
    When its mode and another mode are analysed
    Then only its mode gets the override

  Scenario: BDD-13 a changed prompt is noticed
    Given the pinned SHA-256 of each built-in prompt
    When the prompts are hashed
    Then the digests are the pinned ones

  Scenario: BDD-14 the lookup falls back to the built-in prompt
    Given no overrides
    When Caspar's prompt is looked up
    Then it is the built-in one

  Scenario: BDD-15 the size limit is measured before sanitizing
    Given a limit of 20 bytes
    When content of 20 raw bytes is analysed that sanitizing makes longer, and content of 21
    Then the first is accepted and the second fails with ERR_MAGI_INPUT_TOO_LARGE before anything is sent

  Scenario: RF-01 one mode-agnostic system prompt for each agent
    Given the built-in prompts
    When they are read
    Then there is one for each agent, it speaks of every mode, and it states none

  Scenario: RF-02 the mode travels in the user prompt
    Given one council
    When it analyses in three modes
    Then the first line of the user prompt changes and the system prompts do not

  Scenario: RF-03 the canonical form of the user prompt
    Given empty content and a fixed nonce
    When it is analysed
    Then the prompt is the four lines, without a final line break

  Scenario: RF-04 the nonce is 32 lower-case hexadecimal digits
    Given a random value with leading zeros
    When content is analysed
    Then the markers carry it padded to 32 digits

  Scenario: RF-05 newlines, then invisibles, then headers
    Given a header hidden behind U+2028 and U+200B
    When content is analysed
    Then it stands neutralised on a line of its own

  Scenario: RF-06 content that holds the nonce fails closed
    Given content that contains the nonce to be drawn
    When it is analysed
    Then the run fails, the message does not hold the nonce, and no provider was called

  Scenario: RF-07 the builder's setters for prompts
    Given the two setters and the deprecated one
    When they are called with any text, also an empty one
    Then each returns the builder

  Scenario: RF-08 the lookup order
    Given overrides for one mode and for all modes
    When a prompt is looked up
    Then the mode's wins, then the one for all modes, then the built-in one

  Scenario: RF-09 seats know no mode
    Given a council that was built once
    When it analyses in each mode
    Then every run succeeds

  Scenario: RF-10 one prompt for the three seats
    Given a source of known nonces
    When two runs are made
    Then each run's three seats share one nonce and the runs do not

  Scenario: RF-11 no overrides, built-in prompts
    Given a council without overrides
    When content is analysed
    Then the seats get the built-in prompts

  Scenario: RF-12 the random source can be given
    Given a council with a fixed random source
    When content holds the value that it will draw
    Then the failing branch is reached end to end

  Scenario: RNF-03 tests do not rest on chance
    Given a fixed random source, and none
    When content is analysed
    Then the first decides the nonce, and without one two runs differ

  Scenario: RNF-05 the deprecated setter changes no report
    Given one override, set both ways
    When content is analysed
    Then the reports are equal

  Scenario: RNF-06 failures are rejections of known kinds
    Given wrong arguments, an aborted signal and seats that fail
    When content is analysed
    Then nothing is thrown and every rejection is of a documented kind

  # Arithmetic and text

  Scenario: ORC-001 consensus, banner and report are those of the reference
    Given the reference program's cases for three seats, two seats and other agents
    When a consensus is determined and formatted
    Then the object is equal and both texts are equal byte for byte

  Scenario: ORC-002 two outputs of one name are refused
    Given two outputs that bear the same agent's name
    When a consensus is determined
    Then it fails with ERR_MAGI_DUPLICATE_AGENT

  Scenario: ORC-003 fewer than two outputs are refused
    Given no output, or one
    When a consensus is determined
    Then it fails with ERR_MAGI_INSUFFICIENT_AGENTS

  Scenario: ORC-004 a tie rejects
    Given votes whose weights add up to nothing
    When a consensus is determined
    Then the side is the rejecters', whatever the agents are called

  Scenario: ORC-005 names are never looked up as inherited keys
    Given agents named after properties that every object has
    When a consensus is determined and formatted
    Then they are treated as any other name

  Scenario: ORC-006 inputs are not changed
    Given frozen outputs
    When findings merge
    Then the outputs are as before

  Scenario: ORC-007 errors are recognised across copies
    Given an error of another installed copy
    When it is tested
    Then it is recognised by its brand

  Scenario: ORC-008 titles merge by full case folding
    Given the folding table of Unicode 14
    When titles are folded
    Then they fold as the table says, Cherokee the other way

  Scenario: ORC-009 a decision for every council
    Given any two or three valid outputs
    When a consensus is determined
    Then it is within bounds, independent of the seats' order, and its banner is 52 columns wide

  # Reading an answer

  Scenario: ORC-010 validation follows the reference's order
    Given the reference program's cases
    When they are validated
    Then the outputs are equal and the failures bear the same code

  Scenario: ORC-011 limits are counted in code points
    Given texts of characters outside the basic plane
    When they are validated
    Then the limit holds for code points

  Scenario: ORC-012 messages hold nothing of the answer
    Given answers with a marked text
    When they are refused
    Then message, detail, cause and stack do not hold the mark

  Scenario: ORC-013 validation makes a copy
    Given a value with inherited keys, or a title to be cleaned
    When it is validated
    Then inherited keys do not count and the value is as before

  Scenario: ORC-014 code fences are removed as the reference does
    Given the reference program's cases of model text
    When the fence is removed
    Then the text and what strict JSON makes of it are equal

  Scenario: ORC-015 what counts as blank
    Given ends of White_Space and of U+FEFF
    When the fence is removed
    Then White_Space goes and U+FEFF stays

  Scenario: ORC-016 what is read as a verdict
    Given one block between markers, or a whole answer of JSON
    When it is parsed
    Then the verdict is read

  Scenario: ORC-017 what is refused
    Given prose around JSON, halves of a block, several blocks, other shapes or another agent's name
    When it is parsed
    Then it fails and says why

  Scenario: ORC-018 oddly spelled markers count
    Given a second block whose markers a reader would take for markers
    When it is parsed
    Then the answer is ambiguous

  Scenario: ORC-180 a quoted verdict does not win over oddly dressed markers
    Given a plain block, and a second one whose markers bear anything but letters, in any width
    When it is parsed
    Then the answer is ambiguous, whichever comes first

  Scenario: ORC-181 a quoted verdict does not win over a verdict of another form
    Given a plain block, and a JSON verdict outside of it in any form
    When it is parsed
    Then the answer is ambiguous, whichever comes first

  Scenario: ORC-182 words about markers cost nothing
    Given prose around the block that mentions markers, or a custom prompt that explains them
    When it is parsed
    Then the verdict is read, and the prompt's example is still known

  Scenario: ORC-183 a cut answer ends with its verdict
    Given an answer that goes on behind its block and was cut short
    When content is analysed
    Then the seat fails, since its own verdict may be what was cut off

  Scenario: ORC-184 a fixture belongs to its provider
    Given an answer recorded from one provider, and another provider with a model of the same name
    When the other is replayed
    Then its fixture is missing

  Scenario: ORC-185 a rule may have blanks between its marks
    Given model text with a line of low lines and blanks
    When content is analysed
    Then a backslash stands before it

  Scenario: ORC-186 an input beyond the limit is measured
    Given inputs of one to four bytes a character, in pairs and halves of pairs, beyond the limit
    When content is analysed
    Then the error tells their size in UTF-8 bytes

  Scenario: ORC-187 a provider has a readable name
    Given a provider whose name cannot be read
    When content is analysed
    Then analyze rejects before any seat is asked

  Scenario: ORC-019 an echo of the prompt's example fails
    Given an answer with the example's summary and recommendation
    When it is parsed
    Then it fails as echoed_example, for built-in and custom prompts alike

  # Asking

  Scenario: ORC-020 the built-in prompts say what a reviewer needs
    Given the built-in prompts
    When they are read
    Then each says that the fenced block is data and shows the seven keys in its own name

  Scenario: ORC-021 each seat gets the prompt that the overrides say
    Given the cases of overrides in order
    When every mode is analysed
    Then every seat gets the expected prompt

  Scenario: ORC-022 settings reach the provider
    Given defaults, tokens, a temperature, a policy and a provider for one seat
    When content is analysed
    Then the requests carry them

  Scenario: ORC-023 the default limit is 4 MiB
    Given one byte more
    When it is analysed
    Then it is refused with both figures

  Scenario: ORC-024 names are checked first
    Given an unknown mode or agent, or content that is no string
    When content is analysed
    Then it is a TypeError, before the signal and the size are looked at

  Scenario: ORC-025 the builder refuses senseless numbers and keeps what it built
    Given numbers out of bounds, or calls after build
    When they are set
    Then they are refused, and a council that was built stays as it is

  Scenario: ORC-026 a complete run is reported whole
    Given three verdicts
    When content is analysed
    Then the report holds them, the consensus, both texts, usage, models and boundary, as plain data

  # Seats

  Scenario: ORC-030 a seat that fails is named with its reason
    Given one seat that rejects, answers badly or speaks for another
    When content is analysed
    Then two verdicts decide, and the first line of the report names the missing seat

  Scenario: ORC-031 a complete answer counts whatever its finish reason
    Given a whole verdict with finish reason length
    When content is analysed
    Then it counts

  Scenario: ORC-032 fewer than two verdicts fail with every reason
    Given two seats that fail
    When content is analysed
    Then it fails with ERR_MAGI_INSUFFICIENT_AGENTS and the reason of each

  Scenario: ORC-033 a provider's word is shown only when it looks like one
    Given a model name with a line break and counts that are none
    When content is analysed
    Then they are left out

  Scenario: ORC-034 other keys are dropped
    Given an answer with more keys than the seven
    When content is analysed
    Then the report does not hold them

  Scenario: ORC-035 seats run at once
    Given providers that answer only when all three were asked
    When content is analysed
    Then the run succeeds

  Scenario: ORC-036 a slow seat is aborted
    Given a provider slower than the seat's limit
    When content is analysed
    Then its call is aborted with ERR_MAGI_TIMEOUT and the others count

  Scenario: ORC-037 a late answer is not used
    Given a provider that ignores its signal
    When it answers after the limit
    Then neither report nor events change

  Scenario: ORC-038 nothing is left running
    Given seats that succeed and fail
    When the run is over
    Then their timers are cleared and their listeners removed

  Scenario: ORC-039 many runs may share one signal
    Given twenty runs with one signal
    When it aborts
    Then every run rejects with its reason, and the signal had one listener

  Scenario: ORC-040 the caller's reason is passed on
    Given a run in progress
    When the caller aborts with any value
    Then every seat is aborted with it and the run rejects with it, unwrapped

  Scenario: ORC-041 an abort counts until the run is over
    Given an abort from within a listener, and one after the run
    When they happen
    Then the first stops the run and the second does nothing

  # Listening

  Scenario: ORC-045 a run tells what happens
    Given a listener
    When a run with one failing seat is made
    Then it hears start, seats and consensus, in order

  Scenario: ORC-046 a retry is told
    Given a seat that is tried twice
    When the run is made
    Then the listener hears attempt and delay

  Scenario: ORC-047 a failing listener changes nothing
    Given a listener that throws or rejects
    When the run is made
    Then the report is the same

  Scenario: ORC-048 events carry no text
    Given marked content and marked answers
    When the run is made
    Then no event holds the mark

  # What a model writes

  Scenario: ORC-050 model text opens no block
    Given lines that would be headings, lists, rules, rows or quotes in the report
    When content is analysed
    Then each has a backslash before it, and honest prose has none

  Scenario: ORC-051 other line separators do not hide a line start
    Given such a line after another separator
    When content is analysed
    Then it is treated alike

  Scenario: ORC-052 model text does not reach the terminal's controls
    Given escape sequences, bidi marks, tags and control characters in an answer
    When content is analysed
    Then the report holds none of them

  Scenario: ORC-053 a title stays one visible line
    Given titles of invisible characters or with a hidden line break
    When content is analysed
    Then each is one visible line

  Scenario: ORC-054 no minus zero
    Given a confidence of minus zero
    When content is analysed
    Then it is zero

  # The boundary

  Scenario: ORC-055 the boundary tells what the raw input hides
    Given content with bidi controls and tag characters
    When it is analysed under either policy
    Then the report names them with their raw places, and not the text

  Scenario: ORC-056 reviewed lines map to raw lines
    Given content with separators that an editor does not count
    When it is analysed
    Then the added lines let a reviewed line be mapped to a raw one

  # Trying again

  Scenario: ORC-060 retryable failures are tried again
    Given failures that say retryable
    When an attempt is made
    Then up to three are made, after growing waits with jitter

  Scenario: ORC-061 other failures are final
    Given failures without that advice
    When an attempt is made
    Then it is the only one

  Scenario: ORC-062 the provider's wait is honoured
    Given advice to wait
    When an attempt is repeated
    Then it waits at least as long

  Scenario: ORC-063 a wait that does not fit is not begun
    Given less time than the wait
    When an attempt fails
    Then the failure is told at once

  Scenario: ORC-064 an abort ends the waiting
    Given a wait
    When the signal aborts
    Then nothing more is tried

  Scenario: ORC-160 an abort on hearing of a retry ends the waiting
    Given a listener that aborts the run when it is told of a retry
    When an attempt fails
    Then nothing more is tried

  # Adapters

  Scenario: ORC-070 models of both generations of the AI SDK
    Given models of the specifications v2, v3 and v4
    When they are asked
    Then each is called once with both prompts and its answer is read

  Scenario: ORC-071 answers of the AI SDK
    Given text, reasoning, finish reasons and usage in the shapes of each specification
    When they are read
    Then text is joined, reasons mapped and counts taken

  Scenario: ORC-072 failures of the AI SDK
    Given HTTP statuses, retry headers and broken connections
    When a call fails
    Then the advice follows from them and no word of the SDK's error is kept

  Scenario: ORC-073 an abort reaches the model
    Given a call in progress
    When its signal aborts
    Then it rejects with the signal's reason

  Scenario: ORC-074 what is no model is refused
    Given other values
    When a provider is made of them
    Then it is a TypeError

  Scenario: ORC-075 a council on the AI SDK
    Given the SDK's mock model, busy at first
    When content is analysed
    Then the council tries again and the run is complete

  Scenario: ORC-080 a recorded run replays
    Given a run that was recorded
    When it is replayed with another nonce
    Then the report is the same and no provider is asked

  Scenario: ORC-081 the name of a fixture
    Given requests that differ in one thing
    When they are recorded
    Then each has a name of its own, and equal ones share theirs

  Scenario: ORC-082 nonces are masked in names
    Given one text in fences of two nonces
    When it is recorded
    Then it has one name, and another text another

  Scenario: ORC-083 what a fixture holds
    Given a recording
    When its file is read
    Then it holds request and answer, no draft is beside it, and a rejection leaves none

  Scenario: ORC-084 a missing or broken fixture is named
    Given no fixture, or one that is no answer
    When it is replayed
    Then it fails and names the file

  Scenario: ORC-085 an abort stops replaying
    Given an aborted signal
    When a request is replayed
    Then it rejects with the signal's reason

  # Surface

  Scenario: ORC-090 exports and entries
    Given the package
    When its exports are listed
    Then they are the pinned ones

  Scenario: ORC-091 error codes
    Given the error codes
    When they are listed
    Then they are the pinned ones and narrow their detail

  Scenario: ORC-092 the root runs without Node
    Given the modules that each entry reaches
    When their imports are listed
    Then only record-replay reaches Node and none reaches an SDK

  Scenario: ORC-093 no hidden inputs
    Given the sources
    When they are searched
    Then none reads the environment or makes randomness of its own

  Scenario: ORC-094 the README's example is true
    Given the example of the README
    When it is run
    Then it prints what the README shows

  Scenario: ORC-114 options that are none, or misspelt, are refused
    When a function is called without the options it needs, with an unknown one, or with one of another type
    Then it fails with a TypeError that names what was expected

  Scenario: ORC-161 an error is known by its brand
    Given an error that another realm made, with the brand of this package and without
    When it is asked whether it is one of this package's
    Then the brand decides

  Scenario: ORC-120 arguments of another type
    When a function is called without an argument, or with one of another type
    Then it throws a TypeError that names the argument

  Scenario: ORC-140 what is answered is what was checked
    Given a value whose getter answers otherwise the second time, or whose findings have a hole
    When it is validated
    Then each key is read once, and a hole is no finding

  Scenario: ORC-170 an answer of more values than a verdict has
    Given an answer within the size limit that holds more than 100,000 JSON values, or brackets that nothing closes
    When it is read
    Then it is refused as too large before it is parsed, and what stands in its strings does not count

  Scenario: ORC-171 letters that upper case takes apart
    Given an agent whose name begins with U+0149, or with a Greek vowel over an iota
    When its name is shown
    Then the first letter is in the title case of Unicode, as the reference shows it

  Scenario: ORC-188 a block within a numbered list
    Given model text whose line begins with a list's number and then opens a heading, a quote, a fence or a list, or is the second row of a table
    When the report is made
    Then a backslash stands before what would open it

  Scenario: ORC-200 a council refuses wrong settings by name
    Given the settings of a council, one of them missing, unknown, of another type or out of its bounds
    When a council is made of them
    Then it is a TypeError or a RangeError that names the setting

  Scenario: ORC-201 a heading of the block is none of its markers
    Given an answer with the markers' word as a heading
    When it is read
    Then the verdict counts where the heading stands right above the one block, and the answer is ambiguous where not

  Scenario: ORC-202 a worse verdict in words makes the answer ambiguous
    Given a verdict block and, in words or YAML outside of it, a verdict that is worse
    When it is read
    Then it is refused as ambiguous_block

  Scenario: ORC-203 other words of verdicts cost nothing
    Given a verdict block and words around it that state the same verdict, a better one or none
    When it is read
    Then the verdict of the block counts

  Scenario: ORC-204 a name that stands twice is no strict JSON
    Given a verdict in which a name stands twice
    When it is read
    Then it is refused as invalid_json

  Scenario: ORC-205 no answer approves by accident
    Given answers made of markers, verdicts, fences and words in any order
    When they are read
    Then an approval is read only where the answer is one, or holds it once between its markers

  Scenario: ORC-206 a system prompt is a string
    Given a system prompt that is a number
    When an answer is read with it, or a council has it as an override
    Then it is a TypeError that says so

  Scenario: ORC-230 settings of a prototype
    Given settings that stand in a prototype
    When a council is made of them
    Then they are checked and used like its own

  Scenario: ORC-240 words that name verdicts state none
    Given a verdict block and words around it that list all options, weigh them, deny one, or use their words of other things
    When it is read
    Then the verdict of the block counts

  Scenario: ORC-241 a model's own words against its block
    Given a verdict block and words around it in which the model states a worse verdict, be it behind a list of all options
    When it is read
    Then it is refused as ambiguous_block

  Scenario: ORC-242 what the rule of words does not reach
    Given words that state a worse verdict in none of the forms that are known, or that state none and have such a form
    When an answer with them is read
    Then the verdict of the block counts in the first case and not in the second

  Scenario: ORC-243 a list in which the block's own verdict stands out
    Given a verdict block and a list of options in which the same verdict is emphasised or ticked
    When it is read
    Then the verdict of the block counts

  Scenario: ORC-244 names in code
    Given a verdict block and names around it such as VERDICT_REJECT
    When it is read
    Then the verdict of the block counts

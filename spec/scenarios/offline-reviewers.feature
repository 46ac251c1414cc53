Feature: Three reviewers that need no model

  Scenario: OFF-001 each lens finds what is there, at its line
    Given files of several languages with planted faults
    When the three seats review them
    Then each seat reports exactly the faults of its lens, by rule and line

  Scenario: OFF-002 a clean file gets a clean verdict
    Given code, a diff and a design document without faults
    When they are reviewed
    Then every seat approves without a finding and with a confidence of at most 0.6

  Scenario: OFF-003 the worst finding decides the verdict
    Given content whose worst finding is critical, a warning, or an info
    When it is reviewed
    Then the verdict is reject, conditional, or approve
    And a seat that found nothing critical itself is conditional when another lens did

  Scenario: OFF-004 lines are those of the file
    Given content with and without a first line that names its file
    When it is reviewed
    Then findings count lines from the file's first one, and name the file if it has a name

  Scenario: OFF-005 a label says how a text is read
    Given prose labelled as a Python file
    When it is reviewed
    Then it is parsed as Python

  Scenario: OFF-006 line numbers of a diff do not rest on its counts
    Given diffs with wrong counts and stripped context lines
    When they are reviewed
    Then every added line is read, at its line in the new file

  Scenario: OFF-007 a diff answers for its added lines only
    Given faults in context and in removed lines
    When the diff is reviewed
    Then no seat reports them

  Scenario: OFF-008 hunks begin and end anywhere
    Given hunks that begin and end within blocks
    When they are reviewed
    Then they are parsed, and what they cut is not taken for a fault

  Scenario: OFF-009 a large diff is said to be large
    Given a diff of more than 800 changed lines
    When it is reviewed
    Then one finding says so

  Scenario: OFF-010 comments have no power
    Given code whose comments switch rules off
    When it is reviewed
    Then the rules still report

  Scenario: OFF-011 the mode decides what is asked for
    Given the same content in three modes
    When it is reviewed
    Then rules of form speak in code review only, and documents are asked for what their mode needs

  Scenario: OFF-012 form is measured
    Given long functions, files, lines and sentences, and minified code
    When they are reviewed
    Then each is reported once, where it begins

  Scenario: OFF-013 secrets are told from what stands for them
    Given lines with keys, passwords and credentials, and lines with placeholders and labels
    When they are reviewed
    Then only the former are reported

  Scenario: OFF-020 the reviewer is a provider of the council
    Given a council with the reviewer in every seat
    When it analyses a faulty file
    Then the run is complete and its report names the faults

  Scenario: OFF-021 an answer is one verdict block
    Given any content
    When a seat answers
    Then its text is the block of the seven keys and nothing else

  Scenario: OFF-022 nobody can take it for a model
    Given any verdict
    When its texts are read
    Then name, model, summary, reasoning, recommendation and each finding say offline

  Scenario: OFF-023 the same prompt gives the same bytes
    Given the same prompt asked by the seats in two orders
    When the answers are compared
    Then they are equal

  Scenario: OFF-024 a secret is never repeated
    Given content with secrets in several places
    When it is reviewed
    Then findings exist and none of the texts holds a secret

  Scenario: OFF-025 findings are bounded and counted
    Given content with more than 100 faults
    When it is reviewed
    Then a seat reports 100, tells how many it left out, and no rule pushes out another

  Scenario: OFF-026 only the genuine fence ends the content
    Given content with a forged closer
    When it is reviewed
    Then what follows the forgery is reviewed too

  Scenario: OFF-027 a prompt without its fence is refused
    Given prompts without opener, closer or the right nonce
    When a seat is asked
    Then it rejects with ERR_OFFLINE_REVIEWERS_PROMPT and a message without content

  Scenario: OFF-028 the system prompt changes nothing
    Given two different system prompts
    When a seat is asked with each
    Then the answers are equal

  Scenario: OFF-029 an abort ends a seat
    Given an analysis under way
    When a seat's signal aborts
    Then that seat rejects with the signal's reason, others go on, and the next request is answered

  Scenario: OFF-030 a closed reviewer is closed
    Given a reviewer that was disposed
    When work is asked for
    Then it rejects with ERR_OFFLINE_REVIEWERS_CLOSED

  Scenario: OFF-040 hostile input gets an answer
    Given content made to hang or overflow parsers and expressions
    When it is reviewed
    Then every seat answers, and warns of what was not read

  Scenario: OFF-041 what was not read is said to be unread
    Given binary, empty and unparsable content
    When it is reviewed
    Then a finding says so and the confidence is low

  Scenario: OFF-042 a large file is read in parts, at its true lines
    Given a file that takes several linter calls
    When it is reviewed
    Then findings in the last part name lines of the file

  Scenario: OFF-050 the surface is pinned
    Given the published package
    When its exports are listed
    Then they are the reviewer and its error

  Scenario: OFF-051 errors are stable and branded
    Given each error code
    When an error is made
    Then its message is fixed and another copy of the package recognises it

  Scenario: OFF-052 the worker starts from source
    Given a process that runs TypeScript
    When a seat answers and the script ends
    Then the main thread has loaded no parser and the process exits by itself

  Scenario: OFF-053 the worker starts from the built package
    Given the package built into a folder
    When a seat answers and the script ends
    Then the main thread has loaded no parser and the process exits by itself

  Scenario: OFF-054 the rule tables are those of the code
    Given RULES.md and README.md
    When they are compared with the catalog
    Then every rule stands in them with its words

  Scenario: OFF-055 titles tell rules apart
    Given all rules
    When their titles are compared without regard to case
    Then no two are equal

  Scenario: OFF-056 every rule is proved
    Given the rules that are not ESLint's
    When the expected findings are searched
    Then each rule occurs in them

  Scenario: OFF-057 what the code itself shows to be meant is no finding
    Given well-kept code that resembles a fault
    When it is reviewed
    Then no seat reports anything

  Scenario: OFF-058 an excuse does not reach further than its words
    Given the same code with the fault in it
    When it is reviewed
    Then the fault is reported at its line

  Scenario: OFF-059 the diffs of merges and odd names are read
    Given a combined diff, a quoted name and a name with blanks
    When they are reviewed
    Then each finding names the file and the line in the new tree

  Scenario: OFF-060 a forged header hides no code
    Given code below a line that could be YAML
    When it is reviewed without a file name
    Then the rules of the code's language report

  Scenario: OFF-061 no linter call is longer than 256 Ki units
    Given a diff with a longer hunk of code
    When it is reviewed
    Then the hunk is reported as not parsed, at its first line

  Scenario: OFF-062 an error is known by its brand
    Given an error that another realm made, with the brand of this package and without
    When it is asked whether it is one of this package's
    Then the brand decides

  Scenario: OFF-100 JSON that does not parse is reported where it stops being JSON
    Given JSON with a fault on a line that is not its last
    When it is reviewed
    Then the finding names that line, whatever the engine says of the fault

  Scenario: OFF-101 closing ends what is under way
    Given a reviewer at work
    When it is disposed
    Then the work rejects with ERR_OFFLINE_REVIEWERS_CLOSED

  Scenario: OFF-110 a reviewer has a method that closes it
    Given a reviewer that has answered
    When it is closed, twice
    Then later work rejects with ERR_OFFLINE_REVIEWERS_CLOSED

  Scenario: OFF-111 a line counts once
    Given a diff that holds one file twice, with more than a hundred findings of one rule
    When it is reviewed
    Then the findings are counted by their lines

  Scenario: OFF-112 a seat or a mode that there is not
    When a reviewer is asked for an unknown agent or in an unknown mode
    Then it rejects with a TypeError that names the argument, and approves nothing

  Scenario: OFF-120 nothing around code makes it something else
    Given JavaScript or TypeScript with a known fault, and above or below it labels, headers, fences, hunks or directives
    When it is reviewed
    Then the fault is found and the seat rejects

  Scenario: OFF-121 Python is Python whatever stands above it
    Given Python with a known fault, and above it what makes it look like something else
    When it is reviewed
    Then the fault is found and the seat rejects

  Scenario: OFF-122 code without a parser is read by its lines
    Given PHP with a known fault below labels and comments, or in a line that blanks fill
    When it is reviewed
    Then the fault is found

  Scenario: OFF-123 no header of a diff hides added lines
    Given diffs that claim to delete, add, rename or be binary, or that stand in something else
    When they are reviewed
    Then the fault in an added line is found

  Scenario: OFF-124 a diff is not all of a text
    Given text around a diff, a patch within a patch and a hunk without a name
    When it is reviewed
    Then their faults are found too

  Scenario: OFF-125 what stands for a secret hides none
    Given a line with an example of a secret and a real one
    When it is reviewed under several labels
    Then the real one is found

  Scenario: OFF-126 an excuse is code
    Given comments, strings and long lines that resemble an excuse of a rule
    When the code is reviewed
    Then the rule still reports

  Scenario: OFF-127 a tree may be too deep for the rules
    Given code of one expression with 20,000 terms
    When it is reviewed
    Then a finding says that it was not parsed

  Scenario: OFF-128 an answer says how the content was read
    Given code, prose and a diff without added lines
    When they are reviewed
    Then only the first is said to be parsed

  Scenario: OFF-131 a working directory that is gone
    Given a process with a loader, whose working directory has been removed
    When it asks for a review
    Then it rejects at once with ERR_OFFLINE_REVIEWERS_FAILED

  Scenario: OFF-129 a thread that ended is replaced
    Given a reviewer whose idle thread ended
    When the next question comes
    Then it is answered

  Scenario: OFF-130 a program's label stands above the text's own
    Given a directory with a script whose name is not plain and whose first line is a label of prose
    When cordon reviews the directory
    Then the script is read as a script, under its own name, percent-encoded

  Scenario: OFF-140 code in a fence is reviewed
    Given a text, called so, called something else or a diff of one, with JavaScript, TypeScript or Python in a fence
    When it is reviewed
    Then the fault in the code is found at its line and a seat rejects

  Scenario: OFF-141 an example is not judged for its form
    Given a document with examples that show matters of form alone
    When it is reviewed
    Then no seat reports them

  Scenario: OFF-142 the scripts of a page are reviewed
    Given pages, components and documents with script elements
    When they are reviewed
    Then the fault in a script is found at its line and a seat rejects

  Scenario: OFF-143 the cells of a notebook are reviewed
    Given a Jupyter notebook with a fault in a cell
    When it is reviewed
    Then the fault is found at its line of the file and a seat rejects

  Scenario: OFF-144 marks before its lines do not hide code
    Given JavaScript or Python behind line numbers, quote marks, bars, plus signs or an indentation
    When it is reviewed
    Then the fault is found at its line and a seat rejects

  Scenario: OFF-145 what was too many to be parsed is said to be unread
    Given a document with more than 500 fences of code
    When it is reviewed
    Then a finding names the first that was not parsed

  Scenario: OFF-146 PHP is PHP without its opening tag
    Given PHP that could be read as JavaScript, with a known fault
    When it is reviewed
    Then the fault is found and a seat rejects

  Scenario: OFF-147 a hunk without a file name is read by its looks
    Given a hunk of JavaScript or Python without a file name, with a known fault in an added line
    When it is reviewed
    Then the fault is found at its line and a seat rejects

  Scenario: OFF-170 a fence ends where CommonMark ends it
    Given code behind a line that only resembles the end of a fence, and behind the end of a quote with an open one
    When it is reviewed
    Then the fault in the code is found at its line

  Scenario: OFF-171 an assertion about a request evaluates no input
    Given assertions about requests, sentences with the same words, and PHP whose assertion evaluates a parameter
    When they are reviewed
    Then only the PHP is found

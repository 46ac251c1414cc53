Feature: cordon wrap, fences on the command line

  Scenario: WRP-001 standard input is fenced
    Given text on standard input
    When cordon wrap is run
    Then stdout holds the instruction, the caller's task if given, and the text: sanitized, escaped and fenced

  Scenario: WRP-002 several files are several blocks
    Given two files
    When they are wrapped
    Then each has a block, in the order given, and no file name is in the prompt

  Scenario: WRP-003 the labelled form
    Given --format data
    Then the text stands between labelled markers, with the instruction where it was asked for

  Scenario: WRP-004 the form that reviewers get
    Given --format context
    Then the mode, the markers and a label for each of several texts are there

  Scenario: WRP-005 a budget
    Given --max-code-points
    Then each text is cut before it is fenced, and a note outside the fence says so

  Scenario: WRP-006 datamarking
    Given --datamark
    Then the words of the text are joined by a mark, and the instruction for it is there

  Scenario: WRP-007 JSON for scripts
    Given --json
    Then the text, and path, label, nonce and note of each block are printed as JSON

  Scenario: WRP-008 what cannot be done is refused
    Given an option that does not go with the format, a wrong value, a missing or a binary file
    Then stderr holds one line and the exit code is 2

  Scenario: WRP-009 it is a filter
    When the command is run as a process in a pipe
    Then it reads to the end and writes the prompt

  Scenario: WRP-010 labels of several files
    Given files that get a number each behind a label
    When the label and the longest number together are longer than a label may be
    Then it exits with 2 and says how long the label may be

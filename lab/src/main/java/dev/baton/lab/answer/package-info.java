/** What commands print: answers for people and as JSON, and the progress until there is one. */
package dev.baton.lab.answer;

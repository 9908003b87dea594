/* Every deal of a game walked one by one, the way a plain program counts it: the yardstick of exact.py.

       plain_walks dj-wild < hands           five bytes a player's hand: 12 dealer categories, lower, equal
       plain_walks cajun-stud [every]        every so many-th pair of hole cards, in order: 10 categories by 13 ranks
       plain_walks raise-it-up [every]       the same for three hole cards, best five of six
       plain_walks over-under                ordered deals from six decks: 13 by 13 by 13 ranks

   Counts go to standard output as 64-bit integers. Cards are numbered rank * 4 + suit, deuces first; 52 is the joker. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HIGH_CARD = 1, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL };
enum { WILD_FIVE_OF_A_KIND = 10, WILD_ROYAL, FIVE_WILDS };

static const int WINDOWS[10] = {0x100F, 0x1F, 0x3E, 0x7C, 0xF8, 0x1F0, 0x3E0, 0x7C0, 0xF80, 0x1F00};
static int8_t inside[8192]; /* the best straight that has room for all these ranks, 1 to 10, or 0 */
static int8_t holds[8192];  /* the best straight that lies in these ranks, 1 to 10, or 0 */

static void prepare(void) {
    for (int ranks = 0; ranks < 8192; ranks++)
        for (int i = 0; i < 10; i++) {
            if ((ranks & ~WINDOWS[i]) == 0) inside[ranks] = i + 1;
            if ((WINDOWS[i] & ~ranks) == 0) holds[ranks] = i + 1;
        }
}

static inline int top(int ranks) { return 31 - __builtin_clz(ranks); }
static inline int without_top(int ranks) { return ranks & ~(1 << top(ranks)); }

/* What five cards are worth, deuces and joker wild: the category from bit 26 up, below it what breaks ties. */
static inline int worth_wild(const uint8_t *hand) {
    int suits[4] = {0, 0, 0, 0}, counts[13] = {0}, wild = 0;
    for (int i = 0; i < 5; i++) {
        if (hand[i] < 4 || hand[i] == 52) {
            wild++;
        } else {
            suits[hand[i] & 3] |= 1 << (hand[i] >> 2);
            counts[hand[i] >> 2]++;
        }
    }
    if (wild == 5) return FIVE_WILDS << 26;
    int ranks = suits[0] | suits[1] | suits[2] | suits[3];
    int different = __builtin_popcount(ranks), plain = 5 - wild;
    int suited = 0;
    for (int suit = 0; suit < 4; suit++) suited |= __builtin_popcount(suits[suit]) == plain;
    int straight = different == plain ? inside[ranks] : 0;
    int most = 0, kind = 0;
    for (int rank = top(ranks); rank > 0; rank--)
        if (counts[rank] > most) most = counts[rank], kind = rank;
    int rest = ranks & ~(1 << kind);
    if (suited && straight == 10) return WILD_ROYAL << 26;
    if (different == 1) return WILD_FIVE_OF_A_KIND << 26 | kind;
    if (suited && straight) return STRAIGHT_FLUSH << 26 | straight;
    if (most + wild == 4) return FOUR << 26 | kind << 13 | rest;
    if (different == 2) return FULL_HOUSE << 26 | kind << 13 | rest;
    if (suited) {
        for (int missing = 12; wild; missing--)
            if (!(ranks >> missing & 1)) ranks |= 1 << missing, wild--;
        return FLUSH << 26 | ranks;
    }
    if (straight) return STRAIGHT << 26 | straight;
    if (most + wild == 3) return THREE << 26 | kind << 13 | rest;
    if (different == 3) {
        int single = 0;
        for (int left = ranks; left; left = without_top(left))
            if (counts[top(left)] == 1) single = top(left);
        return TWO_PAIRS << 26 | (ranks & ~(1 << single)) << 13 | 1 << single;
    }
    if (most + wild == 2) return PAIR << 26 | kind << 13 | rest;
    return HIGH_CARD << 26 | ranks;
}

/* The category of the best five of five or six plain cards, four suits as sets of ranks, and the rank of a pair or
   of the highest card where neither is better. */
static inline int plain_hand(int a, int b, int c, int d, int *lead) {
    int ranks = a | b | c | d, odd = a ^ b ^ c ^ d, flush = 0;
    int two = (a & b) | (a & c) | (a & d) | (b & c) | (b & d) | (c & d), four = a & b & c & d;
    int three = odd & two, pairs = two & ~three & ~four;
    *lead = 0;
    if (__builtin_popcount(a) > 4) flush = a;
    if (__builtin_popcount(b) > 4) flush = b;
    if (__builtin_popcount(c) > 4) flush = c;
    if (__builtin_popcount(d) > 4) flush = d;
    if (flush && holds[flush]) return holds[flush] == 10 ? ROYAL : STRAIGHT_FLUSH;
    if (four) return FOUR;
    if (three && (pairs || without_top(three))) return FULL_HOUSE;
    if (flush) return FLUSH;
    if (holds[ranks]) return STRAIGHT;
    if (three) return THREE;
    if (pairs) {
        *lead = top(pairs);
        return without_top(pairs) ? (*lead = 0, TWO_PAIRS) : PAIR;
    }
    *lead = top(ranks);
    return HIGH_CARD;
}

static void against(const uint8_t *hand, int64_t *counts) {
    uint8_t left[48], dealer[5];
    int n = 0, own = worth_wild(hand);
    for (int card = 0; card < 53; card++)
        if (!memchr(hand, card, 5)) left[n++] = card;
    for (int i = 0; i < 48; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++)
                for (int l = 0; l < k; l++)
                    for (int m = 0; m < l; m++) {
                        dealer[0] = left[i], dealer[1] = left[j], dealer[2] = left[k];
                        dealer[3] = left[l], dealer[4] = left[m];
                        int worth = worth_wild(dealer);
                        counts[(worth >> 26) - 1]++;
                        counts[12] += worth >> 26 == own >> 26 && worth < own;
                        counts[13] += worth == own;
                    }
}

static void community(const int *hole, int held, int64_t *counts) {
    int suits[4] = {0, 0, 0, 0}, left[52], n = 0, lead;
    for (int card = 0; card < 52; card++) left[card] = 1;
    for (int i = 0; i < held; i++) suits[hole[i] & 3] |= 1 << (hole[i] >> 2), left[hole[i]] = 0;
    for (int card = 0; card < 52; card++)
        if (left[card]) left[n++] = card;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            for (int k = 0; k < j; k++) {
                int all[4] = {suits[0], suits[1], suits[2], suits[3]};
                all[left[i] & 3] |= 1 << (left[i] >> 2);
                all[left[j] & 3] |= 1 << (left[j] >> 2);
                all[left[k] & 3] |= 1 << (left[k] >> 2);
                int category = plain_hand(all[0], all[1], all[2], all[3], &lead);
                counts[13 * (category - 1) + lead]++;
            }
}

static void all_community(int held, int every) {
    int hole[3] = {0, 0, 0}, n = 0;
    for (hole[0] = 0; hole[0] < 52; hole[0]++)
        for (hole[1] = hole[0] + 1; hole[1] < 52; hole[1]++)
            for (hole[2] = held == 3 ? hole[1] + 1 : 51; hole[2] < 52; hole[2]++)
                if (n++ % every == 0) {
                    int64_t counts[130] = {0};
                    community(hole, held, counts);
                    fwrite(counts, sizeof counts, 1, stdout);
                }
}

static void over_under(void) {
    static int64_t counts[13][13][13];
    for (int i = 0; i < 312; i++)
        for (int j = 0; j < 312; j++)
            for (int k = 0; k < 312; k++)
                if (i != j && i != k && j != k) counts[i % 52 >> 2][j % 52 >> 2][k % 52 >> 2]++;
    fwrite(counts, sizeof counts, 1, stdout);
}

int main(int count, char **words) {
    const char *game = count > 1 ? words[1] : "";
    int every = count > 2 ? atoi(words[2]) : 1;
    uint8_t hand[5];
    prepare();
    if (!strcmp(game, "dj-wild")) {
        while (fread(hand, 5, 1, stdin) == 1) {
            int64_t counts[14] = {0};
            against(hand, counts);
            fwrite(counts, sizeof counts, 1, stdout);
        }
    } else if (!strcmp(game, "cajun-stud")) {
        all_community(2, every);
    } else if (!strcmp(game, "raise-it-up")) {
        all_community(3, every);
    } else if (!strcmp(game, "over-under")) {
        over_under();
    } else {
        return 2;
    }
    return 0;
}

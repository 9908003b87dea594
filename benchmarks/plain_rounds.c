/* Rounds dealt by chance the way a plain program does it: the yardstick of sampling.py.

       plain_rounds dj-wild|cajun-stud|face-up-pai-gow ROUNDS [OPTIONS]

   prints rounds a second of processor time. A shuffled deck by partial Fisher-Yates from xoshiro256**, hands ranked by
   the functions of plain_walks.c, the best decisions looked up by the place of the cards seen among all sets of so many
   (OPTIONS, a byte for each, the streets one after the other), and rounds counted by what decides them. The pai gow dealer takes the highest low hand that is
   legal, which is less work than a house way; the player tries all 21 settings. */

#define main walks_main
#include "plain_walks.c"
#undef main

#include <time.h>

static uint64_t s[4] = {0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0x2545F4914F6CDD1D};

static inline uint64_t turn(uint64_t x, int k) { return x << k | x >> (64 - k); }

static inline uint64_t next(void) {
    uint64_t found = turn(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t, s[3] = turn(s[3], 45);
    return found;
}

static uint8_t shoe[53];

static inline void deal(uint8_t *out, int count, int deck) {
    for (int i = 0; i < count; i++) {
        int j = i + (int)((next() >> 32) * (uint64_t)(deck - i) >> 32);
        uint8_t card = shoe[j];
        shoe[j] = shoe[i], shoe[i] = card, out[i] = card;
    }
}

static int32_t choose[8][64];
static uint8_t *options[3]; /* by street, what is said with every set of cards seen, in order of their places */
static int64_t tally[4][4096];

static inline int place(const uint8_t *cards, int count) {
    uint8_t held[5];
    int found = 0;
    for (int i = 0; i < count; i++) {
        int j = i;
        for (; j > 0 && held[j - 1] > cards[i]; j--) held[j] = held[j - 1];
        held[j] = cards[i];
    }
    for (int i = 0; i < count; i++) found += choose[i + 1][held[i]];
    return found;
}

static int64_t dj_wild(void) {
    uint8_t c[10];
    deal(c, 10, 53);
    int own = worth_wild(c), dealer = worth_wild(c + 5), folds = options[0][place(c, 5)];
    int versus = (own > dealer) - (own < dealer);
    tally[folds][(own >> 26) * 64 + (dealer >> 26) * 4 + versus + 1]++;
    return folds ? -2 : 4 * versus;
}

static int64_t cajun_stud(void) {
    uint8_t c[5];
    deal(c, 5, 52);
    int stakes = 1, folds = 0;
    for (int street = 0; street < 3 && !folds; street++) {
        int said = options[street][place(c, street + 2)];
        folds = said == 3;
        stakes += folds ? 0 : said + 1;
    }
    int suits[4] = {0, 0, 0, 0}, lead;
    for (int i = 0; i < 5; i++) suits[c[i] & 3] |= 1 << (c[i] >> 2);
    int category = plain_hand(suits[0], suits[1], suits[2], suits[3], &lead);
    tally[folds][category * 256 + lead * 16 + stakes]++;
    if (folds) return -stakes;
    return category >= TWO_PAIRS || (category == PAIR && lead > 8) ? stakes : category == PAIR && lead > 3 ? 0 : -stakes;
}

/* Five cards with a joker that is an ace, or completes a straight or a flush. */
static inline int worth_five(const uint8_t *hand) {
    int suits[4] = {0, 0, 0, 0}, counts[13] = {0}, joker = 0;
    for (int i = 0; i < 5; i++) {
        if (hand[i] == 52) joker = 1;
        else suits[hand[i] & 3] |= 1 << (hand[i] >> 2), counts[hand[i] >> 2]++;
    }
    int ranks = suits[0] | suits[1] | suits[2] | suits[3], plain = 5 - joker, suited = 0;
    for (int suit = 0; suit < 4; suit++) suited |= __builtin_popcount(suits[suit]) == plain;
    int straight = __builtin_popcount(ranks) == plain ? inside[ranks] : 0;
    if (suited && straight) return STRAIGHT_FLUSH << 26 | straight;
    counts[12] += joker && !suited && !straight;
    int held = ranks | (joker && !suited && !straight) << 12, fours = 0, threes = 0, pairs = 0;
    for (int rank = 0; rank < 13; rank++)
        fours |= (counts[rank] >= 4) << rank, threes |= (counts[rank] == 3) << rank, pairs |= (counts[rank] == 2) << rank;
    if (fours) return FOUR << 26 | fours << 13 | (held & ~fours);
    if (threes && pairs) return FULL_HOUSE << 26 | threes << 13 | pairs;
    if (suited) return FLUSH << 26 | held;
    if (straight) return STRAIGHT << 26 | straight;
    if (threes) return THREE << 26 | threes << 13 | (held & ~threes);
    if (pairs) return (pairs & (pairs - 1) ? TWO_PAIRS : PAIR) << 26 | pairs << 13 | (held & ~pairs);
    return HIGH_CARD << 26 | held;
}

static inline int worth_two(int a, int b) {
    a = a == 52 ? 12 : a >> 2, b = b == 52 ? 12 : b >> 2;
    return a == b ? PAIR << 26 | 1 << (a + 13) : HIGH_CARD << 26 | 1 << a | 1 << b;
}

static inline void set(const uint8_t *c, int i, int j, int *high, int *low) {
    uint8_t five[5];
    for (int n = 0, at = 0; n < 7; n++)
        if (n != i && n != j) five[at++] = c[n];
    *high = worth_five(five), *low = worth_two(c[i], c[j]);
}

static int64_t pai_gow(void) {
    uint8_t c[14];
    deal(c, 14, 53);
    int best = -1, their_high = 0, their_low = 0, high, low, most = 0;
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < i; j++) {
            set(c + 7, i, j, &high, &low);
            if (high >= low && low > best) best = low, their_high = high, their_low = low;
        }
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < i; j++) {
            set(c, i, j, &high, &low);
            int won = (high > their_high) + (low > their_low);
            if (high >= low && won > most) most = won;
        }
    return most - 1;
}

int main(int count, char **words) {
    if (count < 3) return 2;
    int64_t rounds = atoll(words[2]), total = 0;
    int64_t (*play)(void) = words[1][0] == 'd' ? dj_wild : words[1][0] == 'c' ? cajun_stud : pai_gow;
    prepare();
    for (int k = 0; k < 8; k++)
        for (int n = 0; n < 64; n++) choose[k][n] = k == 0 ? 1 : n == 0 ? 0 : choose[k][n - 1] + choose[k - 1][n - 1];
    if (count > 3) {
        static const int sizes[3] = {1326, 22100, 270725};
        FILE *file = fopen(words[3], "rb");
        uint8_t *all = malloc(3000000);
        if (!file || !fread(all, 1, 3000000, file)) return 2;
        for (int street = 0; street < 3; street++) options[street] = all, all += sizes[street];
        if (words[1][0] == 'd') options[0] = all - sizes[0] - sizes[1] - sizes[2];
    }
    for (int card = 0; card < 53; card++) shoe[card] = (uint8_t)card;
    clock_t began = clock();
    for (int64_t round = 0; round < rounds; round++) total += play();
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    printf("%.0f %.6f\n", (double)rounds / seconds, (double)total / (double)rounds);
    return 0;
}
